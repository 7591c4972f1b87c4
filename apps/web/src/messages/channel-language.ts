/** The language of messages to a channel. */
export const channelLanguage = {
  label: 'Language of messages',
  ofEmail: 'Members get emails in their own language.',
  ofChat: 'Names and errors are not translated.',
}
