/**
 * Parses a guide file: '# Title', an introduction, then sections with '## Heading'. A translated heading names the
 * anchor of the English one, '## Überschrift {#heading}', so that links work in every language.
 */
export interface Article {
  title: string
  /** Text above the first heading. */
  lead: string
  sections: Section[]
}

interface Section {
  heading: string
  /** Its anchor in the page. */
  id: string
  /** Markdown. */
  body: string
}

export function readArticle(markdown: string): Article {
  const [head = '', ...parts] = markdown.split(/^## /m)
  const [, title = '', lead = ''] = /^# (.*)\n([^]*)$/.exec(head) ?? []
  const sections = parts.map((part) => {
    const line = part.split('\n', 1)[0] ?? ''
    const [, heading = line, id = anchorOf(line)] = /^(.*) \{#([a-z0-9-]+)\}$/.exec(line) ?? []
    return { heading, id, body: part.slice(line.length).trim() }
  })
  return { title, lead: lead.trim(), sections }
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export interface Hit<T> {
  topic: T
  title: string
  /** null for the introduction. */
  heading: string | null
  anchor: string | null
  excerpt: string
}

const maxHits = 20
const excerptLength = 160

/** Sections that contain every word, those with matches in headings first. */
export function searchArticles<T>(articles: ReadonlyMap<T, Article>, text: string): Hit<T>[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return [...articles]
    .flatMap(([topic, article]) => placesOf(article).map((place) => ({ topic, ...place })))
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, maxHits)
    .map(({ place: { topic, title, heading, anchor, plain } }) => {
      return { topic, title, heading, anchor, excerpt: excerptOf(plain, words) }
    })
}

interface Place {
  title: string
  heading: string | null
  anchor: string | null
  plain: string
}

const placesOf = ({ title, lead, sections }: Article): Place[] => [
  { title, heading: null, anchor: null, plain: plainText(lead) },
  ...sections.map(({ heading, id, body }) => ({ title, heading, anchor: id, plain: plainText(body) })),
]

/** 0 if a word is missing. */
function rankOf({ title, heading, plain }: Place, words: readonly string[]): number {
  // A title match counts fully for the introduction, and partially for sections.
  const own = (heading ?? title).toLowerCase()
  const [above, body] = [title.toLowerCase(), plain.toLowerCase()]
  let rank = 0
  let isOwn = false
  for (const word of words) {
    if (own.includes(word)) rank += 4
    else if (body.includes(word)) rank += 2
    else if (above.includes(word)) rank += 1
    else return 0
    isOwn ||= own.includes(word) || body.includes(word)
  }
  return isOwn ? rank : 0
}

/** Markdown as plain text: without markup, links by their text. */
const plainText = (markdown: string) =>
  markdown
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-*]|\d+\.)\s+/gm, '')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The text around the first match. */
function excerptOf(plain: string, words: readonly string[]): string {
  const lower = plain.toLowerCase()
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = Math.max(0, Math.min(...found, plain.length) - 40)
  const from = found.length === 0 || first === 0 ? 0 : plain.indexOf(' ', first) + 1
  const end =
    plain.length <= from + excerptLength ? plain.length : plain.lastIndexOf(' ', from + excerptLength)
  return `${from > 0 ? '… ' : ''}${plain.slice(from, end)}${end < plain.length ? ' …' : ''}`
}
