/** Unsubscribe page, opened by the link in notification emails. */
export const unsubscribe = {
  title: 'Unsubscribe',
  lead: 'You will no longer receive emails from this notification rule or channel.',
  submit: 'Unsubscribe',
  done: 'You are unsubscribed',
  doneHint: 'Members can subscribe again in the notification settings.',
  noLink: 'This link is incomplete',
  noLinkHint: 'Open the full link from the email.',
} as const
