import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { articles, type Guide, readGuide } from './articles.ts'
import { files as germanFiles } from './guide/de/files.ts'
import { files } from './guide/files.ts'
import { type Article, readArticle, searchArticles } from './model.ts'
import { topics } from './topics.ts'

const guide = new Map<string, Article>([
  ['scores', readArticle('# Scores\n\nThree scores.\n\n## Security score\n\nStarts at 100.\n')],
  [
    'fixes',
    readArticle('# Fixes\n\nNearest **releases**.\n\n## No fix yet\n\nThe [score](/docs/scores) stays.\n'),
  ],
])
const hitsFor = (text: string) =>
  searchArticles(guide, text).map(({ topic, anchor, excerpt }) => [topic, anchor, excerpt])

test('an article has a title, a lead and sections with anchors', () => {
  expect(guide.get('fixes')).toEqual({
    title: 'Fixes',
    lead: 'Nearest **releases**.',
    sections: [{ heading: 'No fix yet', id: 'no-fix-yet', body: 'The [score](/docs/scores) stays.' }],
  })
})

test('headings rank above text, and markup is not searched', () => {
  expect(hitsFor('score')).toEqual([
    ['scores', null, 'Three scores.'],
    ['scores', 'security-score', 'Starts at 100.'],
    ['fixes', 'no-fix-yet', 'The score stays.'],
  ])
})

test('all words must match, in any case and order, some of them in the title', () => {
  expect(hitsFor('stays SCORE')).toEqual([['fixes', 'no-fix-yet', 'The score stays.']])
  expect(hitsFor('fixes stays')).toEqual([['fixes', 'no-fix-yet', 'The score stays.']])
  expect(hitsFor('score elsewhere')).toEqual([])
})

test('words found only in the title return only the lead', () => {
  expect(hitsFor('fixes')).toEqual([['fixes', null, 'Nearest releases.']])
})

test('a long text is truncated around the first match', () => {
  const long = readArticle(`# Long\n\n${'before '.repeat(40)}needle ${'after '.repeat(40)}\n`)
  const [hit] = searchArticles(new Map([['long', long]]), 'needle')
  expect(hit!.excerpt).toMatch(/^… before .* needle after .* …$/)
  expect(hit!.excerpt.length).toBeLessThan(180)
})

test('a blank query finds nothing', () => {
  expect(hitsFor('  ')).toEqual([])
})

test('a translated heading has the anchor of the English one', () => {
  expect(readArticle('# Behebung\n\nText.\n\n## Noch kein Fix {#no-fix-yet}\n\nMehr.\n').sections).toEqual([
    { heading: 'Noch kein Fix', id: 'no-fix-yet', body: 'Mehr.' },
  ])
})

const routes = readFileSync(new URL('../../paths.ts', import.meta.url), 'utf8')
const settings = readFileSync(
  new URL('../../widgets/navigation/settings-sections.ts', import.meta.url),
  'utf8',
)

const linksIn = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)

const guides: [language: string, files: Readonly<Record<string, string>>, guide: Guide][] = [
  ['English', files, articles],
  ['German', germanFiles, readGuide(germanFiles)],
]

describe.each(guides)('the guide in %s', (_language, written, articlesOf) => {
  test('consists of the files of its folder, each with a title, a lead and sections', () => {
    expect(Object.keys(written).toSorted()).toEqual(topics.map((topic) => `./${topic}.md`).toSorted())
    for (const [topic, { title, lead, sections }] of articlesOf) {
      expect([topic, title, lead].every((text) => text !== '')).toBe(true)
      expect(sections.length, topic).toBeGreaterThan(0)
      expect(new Set(sections.map(({ id }) => id)).size, topic).toBe(sections.length)
    }
  })

  const targets = [...articlesOf].flatMap(([topic, { lead, sections }]) =>
    [lead, ...sections.map(({ body }) => body)].flatMap((text) =>
      linksIn(text).map((target) => [topic, target] as const),
    ),
  )
  test.each(targets)('%s links to %s, which exists', (_topic, target) => {
    const [path = '', hash] = target.split('#')
    const [, area = '', part] = path.split('/')
    if (area === 'docs') {
      const article = articlesOf.get(topics.find((topic) => topic === part)!)
      expect(article, target).toBeDefined()
      if (hash !== undefined) expect(article!.sections.map(({ id }) => id)).toContain(hash)
    } else if (area === 'settings') expect(settings).toContain(`'${part}'`)
    else expect(routes).toContain(`'${path}'`)
  })

  test('mentions only settings that exist', () => {
    const folder = new URL('../../../../server/src/', import.meta.url)
    const config = readdirSync(folder)
      .filter((name) => /^config\.ts$|-settings\.ts$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n')
    // These two belong to the command line.
    const own = ['ASSAY_URL', 'ASSAY_TOKEN']
    const text = Object.values(written).join('\n')
    const named = [...new Set(text.match(/ASSAY_[A-Z_]+/g))].filter((name) => !own.includes(name))
    expect(named).not.toEqual([])
    for (const name of named) expect(config, name).toContain(`${name}:`)
  })
})

const fenced = /^```[^]*?^```$/gm
const withoutCode = (text: string) => text.replaceAll(fenced, '').replaceAll(/`[^`\n]+`/g, '')

/** What a translation must preserve: anchors, links, code, and the kind of each line. */
const structureOf = (text: string) => ({
  anchors: readArticle(text).sections.map(({ id }) => id),
  links: linksIn(text),
  blocks: text.match(fenced),
  code: text
    .replaceAll(fenced, '')
    .match(/`[^`\n]+`/g)
    ?.toSorted(),
  lines: text
    .replaceAll(fenced, '```')
    .split('\n')
    .map((line) => (line === '' ? '' : (/^(?:#+|-|\d+\.|\||```)/.exec(line)?.[0] ?? 'text'))),
})

/** Lines of more than a few words, without code. */
const sentencesOf = (text: string) =>
  withoutCode(text)
    .split('\n')
    .filter((line) => line.split(' ').length > 4)

test.each(topics)('%s has the structure of the English page, but no untranslated sentence', (topic) => {
  const [english, german] = [files[`./${topic}.md`]!, germanFiles[`./${topic}.md`]!]
  expect(structureOf(german)).toEqual(structureOf(english))
  // Names of file formats are the same in both languages.
  const englishSentences = new Set(
    sentencesOf(english).filter((line) => !/^- \*\*[^*]+\*\*: [\w., -]+$/.test(line)),
  )
  expect(sentencesOf(german).filter((line) => englishSentences.has(line))).toEqual([])
})

test('the German guide is searched in German', () => {
  const [hit] = searchArticles(readGuide(germanFiles), 'überfällig behebungsziele')
  expect(hit).toMatchObject({ topic: 'fixes', heading: 'Überfällig', anchor: 'overdue' })
})
