import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contract } from '../packages/contract/src/contract.ts'
import { defectDojo } from '../packages/contract/src/intake/defect-dojo.ts'
import { dependencyTrack } from '../packages/contract/src/intake/dependency-track.ts'
import type { Endpoint } from '../packages/contract/src/endpoint.ts'
import { paths, root, sources } from './sources.ts'

// What documents name exists.

/** Names at the beginning of code in a document: with two or more words, or called. `readConfig`, `plural(count, …)`. */
const namesInCode = /`([a-z]+[A-Z]\w*|(?:[A-Z][a-z]+){2,}|[A-Za-z]\w*(?=\())(?=[`(<.])/g

describe('documents', () => {
  test('links in documents resolve', () => {
    // The guide's links lead to pages; its own test resolves them.
    const guide = 'apps/web/src/pages/docs/guide/'
    const documents = paths.filter((path) => path.endsWith('.md') && !path.startsWith(guide))
    const linksOf = (path: string) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
        (match) => normalize(join(dirname(path), match[1]!)).replace(/\/$/, ''),
      )
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${path} links to ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('docs/evidence/security.md has a row for every requirement of ASVS 5.0 up to level 2', () => {
    // The numbers of each section, without those of level 3: https://github.com/OWASP/ASVS/tree/v5.0.0
    const sections =
      '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2'
    const upTo = (section: string, from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`)
    const required = sections.split(' ').flatMap((each) => {
      const [section = '', count] = each.split(':')
      return upTo(section, 1, Number(count))
    })
    const text = readFileSync(join(root, 'docs/evidence/security.md'), 'utf8')
    const listed = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \|/gm)].flatMap(([, cell]) =>
      cell!.split(', ').flatMap((part) => {
        const [first = '', last = first] = part.split(' to ')
        const [section, from] = [first.replace(/\.\d+$/, ''), first.split('.')[2]]
        return upTo(section, Number(from), Number(last.split('.')[2]))
      }),
    )
    expect(listed.toSorted()).toEqual(required.toSorted())
  })

  test('what the benchmarks recorded last stands in the section of each', () => {
    const recorded = JSON.parse(readFileSync(join(root, 'bench/recorded.json'), 'utf8')) as object
    const sections = readFileSync(join(root, 'docs/evidence/benchmarks.md'), 'utf8').split(/^## /m)
    const missing = Object.entries(recorded).flatMap(([name, ratios]) => {
      const section = sections.find((each) => each.startsWith(`${name}\n`)) ?? ''
      const numbers = new Set(section.match(/\d+\.\d+/g))
      return Object.entries(ratios as Record<string, string>)
        .filter(([, ratio]) => !numbers.has(ratio))
        .map(([what, ratio]) => `${name}, ${what}: ${ratio}`)
    })
    expect(missing).toEqual([])
  })

  test('files and folders mentioned in documents exist', () => {
    const folders = [
      '',
      'apps/server/src/',
      'packages/engine/src/',
      'packages/contract/src/',
      'apps/web/src/',
    ]
    const exists = (name: string) =>
      folders.some((folder) => existsSync(join(root, folder, name))) ||
      (!name.includes('/') && paths.some((path) => path.endsWith(`/${name}`)))
    const named = /`((?:apps|packages|e2e|bench|scripts|docs)\/[\w./-]+|[\w./-]+\.tsx?)`/g
    const missing = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(named)]
          .map((match) => match[1]!)
          // Built folders are missing in a fresh clone.
          .filter((name) => !exists(name) && !/\/dist\b/.test(name))
          .map((name) => `${path} names ${name}`),
      )
    expect(missing).toEqual([])
  })

  test('calls mentioned in documents are part of the contract, or those of clients of other products', () => {
    const segmentsOf = (call: string) => call.replaceAll(/\{\w+\}/g, '{}').split('/')
    const calls = [...Object.values(contract), defectDojo, dependencyTrack]
      .flatMap((group) => Object.values<Endpoint>(group))
      .map(({ method, path }) => segmentsOf(`${method} ${path}`))
    // A parameter of a document stands for several calls, and a value in it for a parameter of the contract.
    const isSame = (segment: string, other: string | undefined) =>
      [other, '{}'].includes(segment) || other === '{}'
    const isKnown = (segments: string[]) =>
      calls.some(
        (call) => call.length === segments.length && segments.every((each, at) => isSame(each, call[at])),
      )
    const named = paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/`([A-Z]+ \/api\/v1\/[^\s`?]+)/g)].map(
          ([, call]) => ({ path, call: call! }),
        ),
      )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ call }) => !isKnown(segmentsOf(call)))).toEqual([])
  })

  test('functions, types and properties mentioned in documents exist', () => {
    const values = { text: readFileSync(join(root, 'deploy/helm/assay/values.yaml'), 'utf8') }
    const words = new Set([...sources, values].flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []))
    const guide = 'apps/web/src/pages/docs/guide/'
    const named = paths
      .filter((path) => path.endsWith('.md') && !path.startsWith(guide))
      .flatMap((path) =>
        // Code blocks are examples of files that do not exist yet.
        [
          ...readFileSync(join(root, path), 'utf8')
            .replaceAll(/^\s*```[^]*?^\s*```$/gm, '')
            .matchAll(namesInCode),
        ].map(([, name]) => [path, name!]),
      )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(([, name]) => !words.has(name!))).toEqual([])
  })

  test('tests that failed once exist, and are no more than before', () => {
    const lines = readFileSync(join(root, '.ci/failed-once.txt'), 'utf8').split('\n')
    const listed = lines.filter((line) => line !== '' && !line.startsWith('#'))
    // Only ever lowered: a test that is not listed is mended.
    expect(listed.length).toBeLessThanOrEqual(0)
    const tests = sources.filter(({ path }) => path.endsWith('.test.ts'))
    const exists = (line: string) => {
      const [file, ...names] = line.replace(/^\S+ /, '').split(' > ')
      return tests.some(({ path, text }) => path.endsWith(`/${file}`) && text.includes(`'${names.at(-1)}'`))
    }
    expect(listed.filter((line) => !exists(line))).toEqual([])
  })
})
