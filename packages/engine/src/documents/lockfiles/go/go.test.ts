import { describe, expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { goMod } from './go-mod.ts'
import { goSum } from './go-sum.ts'

describe('go.mod', () => {
  it('lists modules as they are built: replaced, direct or not, with the toolchain', () => {
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

  it('says that before Go 1.17 modules may be missing, unless go.sum lists them', () => {
    expect(issuesOf(readFixture(goMod, 'old/go.mod'))).toEqual(['transitive-unlisted old/go.mod'])
  })

  it('reports a version that is excluded, and lines that say nothing', () => {
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

  it('replaces one version or all of them', () => {
    const replaced = (line: string) =>
      listed(readText(goMod, 'go.mod', `module a\ngo 1.20\nrequire b v1.0.0\nreplace ${line}\n`))
    expect(replaced('b => c v1.5.0')).toEqual(['c v1.5.0 runtime direct'])
    expect(replaced('b v1.0.0 => c v1.5.0')).toEqual(['c v1.5.0 runtime direct'])
    expect(replaced('b v1.1.0 => c v1.5.0')).toEqual(['b v1.0.0 runtime direct'])
  })
})

describe('go.sum', () => {
  it('lists of each module the highest version whose content was fetched', () => {
    const result = readFixture(goSum, 'go.sum')
    expect(listed(result)).toEqual([
      'github.com/davecgh/go-spew v1.1.1 runtime ?',
      'github.com/pkg/errors v0.8.1 runtime ?',
      'golang.org/x/text v0.3.5 runtime ?',
    ])
    expect(issuesOf(result)).toEqual(['versions-not-built go.sum'])
    expect(result.inventory?.issues[0]?.message).toMatch(/: 2 of the listed/)
  })

  it('believes a complete go.mod beside it', () => {
    expect(listed(readFixture(goSum, 'complete/go.sum'))).toEqual(['golang.org/x/text v0.3.0 runtime ?'])
  })

  it('reports lines that are none', () => {
    const result = readText(goSum, 'go.sum', 'a v1.0.0\n\nb v1.0.0 h1:x= y\nc 1 h1:x=\nd v1.0.0 h1:x=\n')
    expect(issuesOf(result)).toEqual([1, 3, 4].map((line) => `line-unusable go.sum:${line}`))
    expect(listed(result)).toEqual(['d v1.0.0 runtime ?'])
  })
})
