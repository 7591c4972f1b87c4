import type { MessageLine, NotificationMessage } from '@assay/contract/notification-messages.ts'
import { escapeMarkup } from '@assay/text/markup.ts'
import type { NotificationTexts } from './notification-texts.ts'

/** 'Critical · shop, portal and 12 more · fix available' */
export function factsOf(
  { severity, projects, projectCount, detail }: MessageLine,
  { severities, otherProjects }: NotificationTexts,
): string {
  const others = projectCount - projects.length
  const names = projects.join(', ') + (others > 0 ? ` ${otherProjects(others)}` : '')
  return [severity === null ? '' : severities[severity], names, detail].filter(Boolean).join(' · ')
}

export const moreText = ({ more }: NotificationMessage, { moreLines }: NotificationTexts): string =>
  more === 0 ? '' : moreLines(more)

interface Rendering {
  /** In the language of the message. */
  texts: NotificationTexts
  /** The public address of the server, without a trailing slash. */
  origin: string
  /** The page for turning these emails off. */
  unsubscribe: string
}

export const settingsPath = '/settings/notifications'

/** For programs that show no HTML. */
export function plainText(message: NotificationMessage, { texts, origin, unsubscribe }: Rendering): string {
  const lines = message.lines.flatMap((line) => [
    `- ${line.title}`,
    ...(factsOf(line, texts) ? [`  ${factsOf(line, texts)}`] : []),
    `  ${origin}${line.path}`,
    '',
  ])
  return [
    message.title,
    '',
    ...lines,
    ...(moreText(message, texts) ? [moreText(message, texts), ''] : []),
    `${texts.settings}: ${origin}${settingsPath}`,
    `${texts.unsubscribe}: ${unsubscribe}`,
    '',
  ].join('\n')
}

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 16px; background: #f6f7f9; color: #1b1f24; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 600px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d5d9df; border-radius: 8px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: 12px 0; border-top: 1px solid #d5d9df; }
h1, li { overflow-wrap: anywhere; }
a { color: #0b57d0; }
p { margin: 4px 0 0; color: #4a5159; }
footer { max-width: 600px; margin: 16px auto 0; font-size: 14px; color: #4a5159; }
@media (prefers-color-scheme: dark) {
  body { background: #14171a; color: #e8eaed; }
  main { background: #1d2125; border-color: #3a4047; }
  li { border-color: #3a4047; }
  a { color: #8ab4f8; }
  p, footer { color: #b4bac2; }
}`

/** One column, real headings and lists, no images, in light and dark. */
export function htmlText(message: NotificationMessage, { texts, origin, unsubscribe }: Rendering): string {
  const link = (address: string, text: string) =>
    `<a href="${escapeMarkup(address)}">${escapeMarkup(text)}</a>`
  const lines = message.lines.map((line) => {
    const facts = factsOf(line, texts)
    return `<li>${link(`${origin}${line.path}`, line.title)}${facts && `<p>${escapeMarkup(facts)}</p>`}</li>`
  })
  const more = moreText(message, texts)
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(message.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(message.title)}</h1>
<ul>
${lines.join('\n')}
</ul>
${more && `<p>${escapeMarkup(more)}</p>`}
</main>
<footer>${link(`${origin}${settingsPath}`, texts.settings)} · ${link(unsubscribe, texts.unsubscribe)}</footer>
</body>
</html>
`
}
