import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { articles, writtenFiles } from './articles.ts'
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

test('words found only in the title return only its lead', () => {
  expect(hitsFor('fixes')).toEqual([['fixes', null, 'Nearest releases.']])
})

test('a long text is shown around the first match', () => {
  const long = readArticle(`# Long\n\n${'before '.repeat(40)}needle ${'after '.repeat(40)}\n`)
  const [hit] = searchArticles(new Map([['long', long]]), 'needle')
  expect(hit!.excerpt).toMatch(/^… before .* needle after .* …$/)
  expect(hit!.excerpt.length).toBeLessThan(180)
})

test('blanks find nothing', () => {
  expect(hitsFor('  ')).toEqual([])
})

test('the guide is the files of its folder, each with a title, a lead and sections', () => {
  expect(writtenFiles.toSorted()).toEqual(topics.map((topic) => `./guide/${topic}.md`).toSorted())
  for (const [topic, { title, lead, sections }] of articles) {
    expect(
      [topic, title, lead].every((text) => text !== ''),
      topic,
    ).toBe(true)
    expect(sections.length, topic).toBeGreaterThan(0)
    expect(new Set(sections.map(({ id }) => id)).size, topic).toBe(sections.length)
  }
})

const targets = [...articles].flatMap(([topic, { lead, sections }]) =>
  [lead, ...sections.map(({ body }) => body)].flatMap((text) =>
    [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => [topic, target] as const),
  ),
)
const routes = readFileSync(new URL('../../paths.ts', import.meta.url), 'utf8')
const sections = readFileSync(new URL('../settings/sections.ts', import.meta.url), 'utf8')

test.each(targets)('%s links to %s, which exists', (_topic, target) => {
  const [path = '', hash] = target.split('#')
  const [, area = '', part] = path.split('/')
  if (area === 'docs') {
    const article = articles.get(topics.find((topic) => topic === part)!)
    expect(article, target).toBeDefined()
    if (hash !== undefined) expect(article!.sections.map(({ id }) => id)).toContain(hash)
  } else if (area === 'settings') expect(sections).toContain(`'${part}'`)
  else expect(routes).toContain(`'${path}'`)
})

test('settings and files named in the guide exist', () => {
  const config = readFileSync(new URL('../../../../server/src/config.ts', import.meta.url), 'utf8')
  const guideFolder = new URL('guide/', import.meta.url)
  const text = readdirSync(guideFolder)
    .map((name) => readFileSync(new URL(name, guideFolder), 'utf8'))
    .join('\n')
  // Those two are the command line's own.
  const own = ['ASSAY_URL', 'ASSAY_TOKEN']
  const named = [...new Set(text.match(/ASSAY_[A-Z_]+/g))].filter((name) => !own.includes(name))
  expect(named).not.toEqual([])
  for (const name of named) expect(config, name).toContain(`${name}:`)
})
