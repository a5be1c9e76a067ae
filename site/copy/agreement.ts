/** Words with which a client keeps what was agreed, wherever it is shown: on the page, in the mails, behind their link. */
export const agreement = {
  map: 'Show on a map',
  keep: 'Add it to your calendar',
  google: 'Google',
  outlook: 'Outlook',
}
