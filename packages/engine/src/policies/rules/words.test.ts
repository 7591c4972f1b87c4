import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleWords } from './words.ts'

const documented = readFileSync(new URL('../../../../../docs/policies.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `') && /^\| `\w+\.\w+`/.test(line))
  .map((line) => line.split(' | '))

test('the documentation lists every word with its values, whether it may be unknown, and its meaning', () => {
  expect(
    documented.map(([name, values, unknown, meaning]) => [
      name?.replace(/^\| /, ''),
      values,
      unknown?.trim(),
      meaning?.replace(/ \|$/, ''),
    ]),
  ).toEqual(
    ruleWords.map(({ name, type, values, maybeUnknown, description }) => [
      `\`${name}\``,
      values ? values.map((value) => `\`${value}\``).join(' ') : typeNames[type],
      maybeUnknown ? 'yes' : '',
      description,
    ]),
  )
})

const typeNames = { bool: 'true, false', number: 'number', string: 'text', strings: 'list of texts' }
