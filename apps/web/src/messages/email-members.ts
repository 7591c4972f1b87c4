import { plural } from '../language/format.ts'

export const emailMembers = {
  open: 'Email members',
  noServer: 'This installation has no mail server.',
  recipients: 'Recipients',
  recipientsHint: 'One email address per line: up to 50 active members',
  noRecipients: 'Enter the email address of at least one member.',
  subject: 'Subject',
  content: 'Text',
  contentHint: 'Your email address is added below it.',
  send: 'Send',
  failed: 'The email was not sent.',
  sent: (count: number) => `Email queued for ${plural(count, 'member', 'members')}.`,
}
