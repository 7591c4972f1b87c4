import { describe, expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { goMod } from './go-mod.ts'
import { goSum } from './go-sum.ts'

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
