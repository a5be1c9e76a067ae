/** All that makes HTML, as one module: what the build writes into files, and the views that it leaves to the server. */
export { renderFiles } from './prerender.tsx'
export { views } from './views/render-views.tsx'
