import { describe, expect, it } from 'vitest'
import { treeOf } from '../../testing/fixture-files.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { goMod } from './go-mod.ts'
import { goSum } from './go-sum.ts'
import { readDocuments } from '../../read.ts'

describe('go.mod', () => {
  it('lists modules after replacements, and the toolchain as stdlib', () => {
    const result = readFixture(goMod, 'go.mod')
    expect(listed(result)).toEqual([
      'github.com/gin-gonic/gin v1.7.4 runtime direct',
      'github.com/dgrijalva/jwt-go v3.2.0+incompatible runtime direct',
      'golang.org/x/text v0.3.5 runtime',
      'github.com/gogo/protobuf v1.3.2 runtime',
      'example.com/own runtime direct',
      'github.com/ugorji/go/codec v1.1.7 runtime',
      'stdlib 1.21.3 runtime direct',
    ])
    expect(issuesOf(result)).toEqual(['version-missing go.mod:12'])
    expect(result.inventory?.root?.name).toBe('example.com/shop')
    expect(result.inventory?.components[0]?.purl).toBe('pkg:golang/github.com/gin-gonic/gin@v1.7.4')
  })

  it('reports that a go.mod from before Go 1.17 may not list transitive modules', () => {
    expect(issuesOf(readFixture(goMod, 'old/go.mod'))).toEqual(['transitive-unlisted old/go.mod'])
  })

  it('reports excluded versions and malformed lines', () => {
    const text =
      'module a\ngo 1.20\nrequire b v1.0.0\nexclude b v1.0.0\nrequire c\nreplace => d\nconstructor x\n'
    const result = readText(goMod, 'go.mod', text)
    expect(issuesOf(result)).toEqual([
      'line-unusable go.mod:5',
      'line-unusable go.mod:6',
      'version-excluded go.mod:3',
    ])
    expect(listed(result)).toEqual(['b v1.0.0 runtime direct'])
  })

  it('applies replacements of one version or of all versions', () => {
    const replaced = (line: string) =>
      listed(readText(goMod, 'go.mod', `module a\ngo 1.20\nrequire b v1.0.0\nreplace ${line}\n`))
    expect(replaced('b => c v1.5.0')).toEqual(['c v1.5.0 runtime direct'])
    expect(replaced('b v1.0.0 => c v1.5.0')).toEqual(['c v1.5.0 runtime direct'])
    expect(replaced('b v1.1.0 => c v1.5.0')).toEqual(['b v1.0.0 runtime direct'])
  })
})

describe('go.work', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const filesOf = (work: string) => [
    { path: 'go.work', bytes: bytes(work) },
    {
      path: 'a/go.mod',
      bytes: bytes(
        'module example.org/a\ngo 1.22\ntoolchain go1.22.0\nrequire example.org/x v1.2.0\nrequire example.org/b v0.0.0\n',
      ),
    },
    { path: 'b/go.mod', bytes: bytes('module example.org/b\ngo 1.22\nrequire example.org/x v1.1.0\n') },
    { path: 'c/go.mod', bytes: bytes('module example.org/c\ngo 1.22\nrequire example.org/x v1.0.0\n') },
    { path: 'a/go.sum', bytes: bytes('example.org/x v1.2.0 h1:aa=\nexample.org/x v2.0.0 h1:bb=\n') },
  ]
  const work =
    'go 1.22\ntoolchain go1.23.6-acme\nuse (\n\t./a\n\t./b\n)\nreplace example.org/x => example.org/x v2.0.0\n'
  const read = (path: string, text = work) => {
    const files = filesOf(text)
    return goMod.read(
      files.find((file) => file.path === path)!,
      treeOf(files),
    )
  }

  it('replaces in all of its modules, which are no components, and names the toolchain', () => {
    expect(listed(read('a/go.mod'))).toEqual([
      'example.org/x v2.0.0 runtime direct',
      'stdlib 1.23.6 runtime direct',
    ])
    expect(listed(read('b/go.mod'))).toEqual([
      'example.org/x v2.0.0 runtime direct',
      'stdlib 1.23.6 runtime direct',
    ])
  })

  it('says nothing about modules that it does not use', () => {
    expect(listed(read('c/go.mod'))).toEqual(['example.org/x v1.0.0 runtime direct'])
  })

  it('without a toolchain leaves open which one its modules are built with', () => {
    const lines = listed(read('a/go.mod', 'go 1.22\nuse ./a\n'))
    expect(lines).toEqual(['example.org/x v1.2.0 runtime direct', 'example.org/b v0.0.0 runtime direct'])
  })

  it('replaces by folders of its own', () => {
    const result = read('b/go.mod', 'go 1.22\nuse ./b\nreplace example.org/x v1.1.0 => ../x\n')
    expect(result.inventory?.components).toMatchObject([
      { name: 'example.org/x', version: '', origin: { kind: 'folder', address: '../x' } },
    ])
  })

  it('applies to the sums of its modules', () => {
    const files = filesOf(work)
    const sums = files.find(({ path }) => path === 'a/go.sum')!
    expect(listed(goSum.read(sums, treeOf(files)))).toEqual(['example.org/x v2.0.0 runtime ?'])
  })
})

describe('versions of Go', () => {
  const issuesWith = (version: string) =>
    issuesOf(readText(goMod, 'go.mod', `module a\ngo ${version}\nrequire b v1.0.0\n`))

  it.each(['1.17', '1.17rc1', '1.18beta1', '1.21rc2', '1.21', '1.21.0', '1.24rc1', '2.0'])(
    '%s lists all modules',
    (version) => expect(issuesWith(version)).toEqual([]),
  )

  it.each(['1.16', '1.16.5', '1.16rc1', '1.9', '1'])('%s may not list all modules', (version) =>
    expect(issuesWith(version)).toEqual(['transitive-unlisted go.mod']),
  )

  it.each([
    ['go1.23.6-acme', '1.23.6'],
    ['go1.24rc1', 'go1.24rc1'],
    ['go1.23.6', '1.23.6'],
  ])('the toolchain %s is that of %s', (toolchain, version) => {
    const result = readText(goMod, 'go.mod', `module a\ngo 1.22\ntoolchain ${toolchain}\n`)
    expect(listed(result)).toEqual([`stdlib ${version} runtime direct`])
    expect(issuesOf(result)).toEqual([])
  })
})

describe('vendor/modules.txt', () => {
  const documents = (version: string) =>
    Object.entries({
      'go.mod': `module a\ngo ${version}\nrequire (\n\tb v1.0.0\n\tc v1.0.0\n\td v1.0.0\n)\nreplace c => e v1.5.0\nreplace d => ../d\n`,
      'go.sum': 'b v1.0.0 h1:x=\nb v1.2.0 h1:x=\nf v1.0.0 h1:x=\ng v1.0.0 h1:x=\n',
      'vendor/modules.txt':
        '# b v1.0.0\n## explicit\n# c v1.0.0 => e v1.5.0\n# d v1.0.0 => ../d\n# f v1.0.0\nf\n# c => e v1.5.0\n',
    }).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  const listedOf = (version: string) => listed({ inventory: readDocuments(documents(version)).inventory })

  it('is one list with the go.mod and the go.sum beside it', () => {
    const all = ['b v1.0.0', 'e v1.5.0', 'd'].map((each) => `${each} runtime direct`)
    expect(listedOf('1.21')).toEqual([...all, 'f v1.0.0 runtime ?'])
    expect(listedOf('1.16')).toEqual([...all, 'f v1.0.0 runtime ?'])
  })

  it('lists all modules, which a go.mod from before Go 1.17 may not', () => {
    const { inventory, issues } = readDocuments(documents('1.16').filter(({ path }) => path !== 'go.sum'))
    expect([...inventory.issues, ...issues].map(({ code }) => code)).toEqual([
      'version-missing',
      'version-missing',
    ])
  })
})

describe('go.sum', () => {
  it('lists the highest version of each module whose content was downloaded', () => {
    const result = readFixture(goSum, 'go.sum')
    expect(listed(result)).toEqual([
      'github.com/davecgh/go-spew v1.1.1 runtime ?',
      'github.com/pkg/errors v0.8.1 runtime ?',
      'golang.org/x/text v0.3.5 runtime ?',
    ])
    expect(issuesOf(result)).toEqual(['versions-not-built go.sum'])
    expect(result.inventory?.issues[0]?.message).toMatch(/: 2 of the listed/)
  })

  it('lists only the modules in a complete go.mod next to it', () => {
    expect(listed(readFixture(goSum, 'complete/go.sum'))).toEqual(['golang.org/x/text v0.3.0 runtime ?'])
  })

  it('reports malformed lines', () => {
    const result = readText(goSum, 'go.sum', 'a v1.0.0\n\nb v1.0.0 h1:x= y\nc 1 h1:x=\nd v1.0.0 h1:x=\n')
    expect(issuesOf(result)).toEqual([1, 3, 4].map((line) => `line-unusable go.sum:${line}`))
    expect(listed(result)).toEqual(['d v1.0.0 runtime ?'])
  })
})
