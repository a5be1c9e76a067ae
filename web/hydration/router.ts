export { createBrowserRouter } from 'react-router'
export { RouterProvider } from 'react-router/dom'
