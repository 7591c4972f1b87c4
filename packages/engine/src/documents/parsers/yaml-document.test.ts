import { expect, test } from 'vitest'
import { readYaml } from './yaml-document.ts'

const read = (text: string) => {
  const { json, issues } = readYaml({ path: 'a.yml', bytes: new TextEncoder().encode(text) })
  return { json, issues: issues.map(({ code, where }) => `${code} ${where}`) }
}

test.each([
  ['jobs:\n  a:\n    name: "x\n    y\n    "\n    uses: b\n', { jobs: { a: { name: 'x y ', uses: 'b' } } }, 4],
  ['a:\n  b: "x\n  y"\n  c: d\n', { a: { b: 'x y', c: 'd' } }, 3],
  ["a:\n  b: 'x\ny'\n  c: d\n", { a: { b: 'x y', c: 'd' } }, 3],
  ['a: "x\n"\nb: c\n', { a: 'x ', b: 'c' }, 2],
  ['- a: "x\n\n  y\n  it\'s\n  z"\n  b: c\n', [{ a: "x\ny it's z", b: 'c' }], 3],
])('reads the quoted text in %j as libyaml does, with an issue', (text, json, line) => {
  const read1 = read(text)
  expect(read1.json).toEqual(json)
  expect(read1.issues[0]).toBe(`yaml-indentation a.yml:${line}`)
})

test('takes the last of repeated keys, with an issue', () => {
  expect(read('a: 1\nb: 2\na: 3\n')).toEqual({
    json: { a: '3', b: '2' },
    issues: ['yaml-key-repeated a.yml:3'],
  })
})

test('reads valid documents without an issue, and rejects others', () => {
  expect(read('a: "x\n  y"\n')).toEqual({ json: { a: 'x y' }, issues: [] })
  expect(read('a: "x\nb: c\n').issues).toEqual(['yaml-invalid a.yml'])
  expect(read('a: [\n').issues).toEqual(['yaml-invalid a.yml'])
})
