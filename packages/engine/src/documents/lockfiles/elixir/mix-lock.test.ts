import { describe, expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { type ElixirTerm, parseElixirTerm } from './elixir-term.ts'
import { mixLock } from './mix-lock.ts'

it('lists packages, with direct dependencies and scopes from mix.exs', () => {
  const result = readFixture(mixLock, 'mix.lock')
  expect(listed(result)).toEqual([
    'acme/acme_ui 2.0.1 runtime direct',
    'bunt 1.0.0 test < credo',
    'castore 1.0.5 runtime < phoenix',
    'credo 1.7.5 test direct',
    'file_system 1.0.0 test < credo',
    'jason 1.4.1 runtime < credo phoenix',
    'mime 2.0.5 runtime < plug',
    'phoenix 1.7.11 runtime direct',
    'plug 1.15.3 runtime direct < phoenix',
    'tasks runtime direct',
    'telemetry 1.2.1 runtime < plug',
  ])
  expect(issuesOf(result)).toEqual(['version-missing mix.lock#/tasks'])
  expect(result.inventory?.components[1]).toMatchObject({
    purl: 'pkg:hex/bunt@1.0.0',
    hashes: [{ algorithm: 'SHA-256', value: expect.stringMatching(/^[\da-f]{64}$/) }],
  })
})

it('without mix.exs, lists only packages that no other requires as direct', () => {
  const text = `%{:a => {:hex, :a, "1.0.0", "", [:mix], [{:b, "~> 1.0", [hex: :b]}]},
    "b" => {:hex, :b_package, "1.1.0", "", [:mix], [], "mirror", ""}}`
  const result = readText(mixLock, 'mix.lock', text)
  expect(listed(result)).toEqual(['a 1.0.0 runtime direct', 'b_package 1.1.0 runtime ? < a'])
  expect(issuesOf(result)).toEqual(['source-unverified mix.lock#/b'])
})

it('rejects everything but a map', () => {
  for (const text of ['', '[:a]', '%{"a": {', '}'])
    expect(mixLock.read({ path: 'mix.lock', bytes: new TextEncoder().encode(text) }).inventory).toBeNull()
})

describe('parseElixirTerm', () => {
  it.each<[string, ElixirTerm | null]>([
    ['"a\\"b"', 'a"b'],
    ['{:a, "b", true, 1.5}', ['a', 'b', 'true', '1.5']],
    [
      '[a: 1, "b c": [:"d e"]] # x',
      [
        { key: 'a', value: '1' },
        { key: 'b c', value: ['d e'] },
      ],
    ],
    [
      '%{"a" => {}, :b => []}',
      [
        { key: 'a', value: [] },
        { key: 'b', value: [] },
      ],
    ],
    ['{', null],
    ['}', null],
    ['{'.repeat(51) + '}'.repeat(51), null],
  ])('parses %s', (text, term) => {
    // A text or an atom alone is the first item of the outermost list.
    expect(parseElixirTerm(text)).toEqual(term)
  })
})
