/** What the messages in the page's corner are called for whoever cannot see them. */
export const toastWords = {
  region: 'Notifications',
  close: 'Close',
}
