export const notFoundPage = {
  code: '404',
  title: 'Oops! Page not found',
  text: 'We cut three pieces and the middle one was wrong.',
  action: 'Return to Home',
}

export const errorPage = {
  title: 'Unexpected Application Error!',
  text: 'A thread broke on our side. Load the page again, or text us and we will book you in by hand.',
  action: 'Load the page again',
}

export const answerPage = {
  action: 'Back to the page',
  unreadable: {
    title: 'One moment, please',
    text: 'Your appointment cannot be shown just now. Load this page again in a moment.',
  },
}
