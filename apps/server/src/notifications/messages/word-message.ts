import type { MessageLine, NotificationMessage } from '@assay/contract/notification-messages.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { ItemGroup, Message, Digest } from './compose-message.ts'
import type { NotificationTexts } from './notification-texts.ts'
import type { Phrase } from './phrases.ts'
import { dayMs } from '@assay/engine/time.ts'

/** A message as text. */
export function wordMessage(stored: Message, texts: NotificationTexts): NotificationMessage {
  const { digest, verdict, at, more, total } = stored
  const lines = stored.lines.map((line) => wordLine(line, texts))
  const opening = stored.title ?? verdict
  const title = opening ? word(opening, texts) : titleOf(lines, { more, texts })
  if (!digest) return { title, at, lines, more, total }
  const period = digestPeriod(digest, at, texts.dates)
  return { title: texts.digest(title, { cadence: digest.cadence, period }), at, lines, more, total }
}

function word({ phrase, values }: Phrase, { phrases }: NotificationTexts): string {
  const text = ownProperty(phrases, phrase) as ((values: Phrase['values']) => string) | undefined
  return text?.(values) ?? ''
}

const wordLine = (
  { title, details, kind, severity, count, projectCount, projects, path }: ItemGroup,
  texts: NotificationTexts,
): MessageLine => ({
  kind,
  severity,
  title: word(title, texts),
  detail: details
    .map((each) => word(each, texts))
    .filter(Boolean)
    .join(' · '),
  count,
  projectCount,
  projects,
  path,
})

function titleOf(
  [first, ...others]: readonly MessageLine[],
  { more, texts }: { more: number; texts: NotificationTexts },
): string {
  if (!first) return texts.noEvents
  const title = withProjects(first, texts)
  const count = others.length + more
  return count === 0 ? title : texts.andMore(title, count)
}

function withProjects(
  { title, projectCount, projects: [name] }: MessageLine,
  { inProject, inProjects }: NotificationTexts,
): string {
  if (projectCount === 0 || name === undefined) return title
  return projectCount === 1 ? inProject(title, name) : inProjects(title, projectCount)
}

/** '24 November' for a daily digest, '16 – 22 November', the seven days before, for a weekly one. */
export function digestPeriod({ cadence, timeZone }: Digest, at: number, locale: string): string {
  const days = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long' })
  return cadence === 'daily'
    ? days.format(at)
    : days.formatRange(at - 7 * dayMs, at - dayMs).replaceAll('\u2009', ' ')
}
