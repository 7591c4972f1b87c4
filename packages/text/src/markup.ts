import { showForbiddenInXml } from './invisible.ts'

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** For text and attribute values of HTML and XML. Characters that XML cannot contain become `�`. */
export const escapeMarkup = (text: string): string =>
  showForbiddenInXml(text).replaceAll(/[&<>"']/g, (character) => entities.get(character)!)

/**
 * For messages to Slack and Google Chat, which interpret angle brackets as commands and links, `<!channel>` or
 * `<users/all>`, and know no other entities. https://docs.slack.dev/messaging/formatting-message-text/#escaping
 */
export const escapeMrkdwn = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => entities.get(character)!)

/** A link in the same messages. A bar would end its address, and the title has no escape for one. */
export const mrkdwnLink = (title: string, address: string): string =>
  `<${address.replaceAll(/[<>|\s]/g, encodeURIComponent)}|${escapeMrkdwn(title.replaceAll('|', ' '))}>`

/** For Jira Data Center: no macros, links, mentions or images. https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa */
export const escapeWikiMarkup = (text: string): string => text.replaceAll(/[\\{}[\]|*!^~]/g, String.raw`\$&`)
