import { expect, test } from 'vitest'
import { readMarkdown } from './markdown-model.ts'

const size = 8_000

const growingRuns = (length: number) => {
  let text = ''
  for (let run = 1; text.length < length; run++) text += `${'`'.repeat(run)}a`
  return text
}

const hostile: Record<string, (length: number) => string> = {
  paragraphs: (length) => 'a\n\n'.repeat(length / 3),
  headings: (length) => '# a\n'.repeat(length / 4),
  'spaces in a heading': (length) => `# a${' '.repeat(length)}b`,
  'hashes in a heading': (length) => `# ${' #'.repeat(length / 2)}a`,
  quotes: (length) => '> a\n\n'.repeat(length / 5),
  'nested quotes': (length) => '> '.repeat(length / 2),
  lists: (length) => '- a\n\nb\n'.repeat(length / 7),
  'nested lists': (length) =>
    Array.from({ length: Math.sqrt(length) }, (_, at) => `${' '.repeat(at)}- a`).join('\n'),
  'an item that goes on': (length) => `- a\n${'  b\n'.repeat(length / 4)}`,
  'an item that a line separator ends': (length) => `- ${' '.repeat(length)}x\u2028`,
  tables: (length) => '|a\n\n'.repeat(length / 4),
  code: (length) => '```\na\n```\n'.repeat(length / 10),
  'code without an end': (length) => '```\n~~~\n'.repeat(length / 8),
  'a rule that is none': (length) => `${'- '.repeat(length / 2)}a`,
  'a run of backticks': (length) => `${'`'.repeat(length)}x`,
  'backticks without an end': (length) => '`a ``b '.repeat(length / 7),
  'runs of backticks, each longer': growingRuns,
  'a run of stars': (length) => '*'.repeat(length),
  'emphasis without an end': (length) => '**a '.repeat(length / 4),
  'nested emphasis': (length) => '**a*'.repeat(length / 4),
  brackets: (length) => '['.repeat(length),
  'labels in labels': (length) => `${'['.repeat(length)}a](${' '.repeat(length)})`,
  'links without an end': (length) => '[a](x'.repeat(length / 5),
  'links without an address': (length) => `${'[a](>'.repeat(length / 5)})`,
  'an address without an end': (length) => `[a](${'x'.repeat(length)}`,
  'dots in an address': (length) => `https://a${'.'.repeat(length)}a`,
  'schemes without an address': (length) => 'https:// '.repeat(length / 9),
}

/** Processor time of this thread in ms, the minimum of several tries. */
function costOf(run: () => unknown): number {
  const costs = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

// Quadratic growth would be 64; below the resolution of the clock, growth is not measured.
test.each(Object.entries(hostile))('%s take linear time', (_, make) => {
  const read = (length: number) => {
    const text = make(length)
    return costOf(() => readMarkdown(text))
  }
  const small = read(size)
  expect(read(size * 8) / Math.max(small, 5)).toBeLessThan(30)
})
