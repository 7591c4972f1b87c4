import { expect, it } from 'vitest'
import { readMavenTree } from './read-maven-tree.ts'
import { readPipReport } from './read-pip-report.ts'

const tree = `org.example:web:jar:1.0
+- org.example:core:jar:1.0:compile
|  \\- g:a:jar:1.2:compile
|     \\- g:b:jar:linux:0.1:runtime
\\- g:c:jar:2.0:test (optional)
   \\- g:d:pom:3.0:test
`

it("reads Maven's tree, in which modules of the project are no packages", () => {
  const resolution = readMavenTree(tree, 'web/pom.xml', (name) => name === 'org.example:core')
  expect(resolution!.root).toEqual({ name: 'org.example:web', version: '1.0' })
  expect(
    resolution!.packages.map(({ name, version, scope, isDirect, isOptional, requiredBy }) =>
      [name, version, scope, isDirect && 'direct', isOptional && 'optional', ...requiredBy]
        .filter((each) => each !== false && each !== undefined)
        .join(' '),
    ),
  ).toEqual(['g:a 1.2 compile direct', 'g:b 0.1 runtime 0', 'g:c 2.0 test direct optional', 'g:d 3.0 test 2'])
  expect(readMavenTree('[ERROR] no', 'pom.xml', () => false)).toBeNull()
})

it("reads pip's report", () => {
  const report = {
    version: '1',
    install: [
      {
        requested: true,
        metadata: { name: 'Flask', version: '2.0', requires_dist: ['click>=7', 'gone; extra == "x"'] },
      },
      { requested: false, metadata: { name: 'click', version: '8.1' } },
      {
        requested: true,
        is_direct: true,
        download_info: { url: 'https://example.org/own.zip' },
        metadata: { name: 'own', version: '1' },
      },
    ],
  }
  const resolution = readPipReport(report, 'requirements.txt')
  expect(
    resolution!.packages.map(({ name, version, requiredBy, origin }) => [
      name,
      version,
      requiredBy,
      origin?.kind,
    ]),
  ).toEqual([
    ['Flask', '2.0', [], undefined],
    ['click', '8.1', [0], undefined],
    ['own', '1', [], 'file'],
  ])
  expect(readPipReport({}, 'requirements.txt')).toBeNull()
})
