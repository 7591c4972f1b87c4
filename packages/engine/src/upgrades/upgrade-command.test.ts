import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystems } from '../ecosystems.ts'
import { upgradeCommand } from './upgrade-command.ts'

const target = { name: 'left-pad', version: '1.2.3', isDirect: true, lockfile: null }

describe('upgradeCommand', () => {
  const cases: [EcosystemId, Partial<typeof target> | object, string | null][] = [
    ['npm', {}, 'npm install left-pad@1.2.3'],
    ['npm', { lockfile: 'yarn.lock' }, 'yarn add left-pad@1.2.3'],
    ['npm', { lockfile: 'pnpm-lock.yaml', isDirect: null }, 'pnpm add left-pad@1.2.3'],
    ['npm', { isDirect: false }, "npm pkg set 'overrides[left-pad]=1.2.3' && npm install"],
    [
      'npm',
      { isDirect: false, lockfile: 'yarn.lock', name: '@a/b.c' },
      "npm pkg set 'resolutions[@a/b.c]=1.2.3' && yarn install",
    ],
    ['pypi', {}, 'pip install left-pad==1.2.3'],
    ['pypi', { lockfile: 'poetry.lock' }, 'poetry add left-pad==1.2.3'],
    ['pypi', { lockfile: 'uv.lock', isDirect: false }, 'uv lock --upgrade-package left-pad==1.2.3'],
    ['pypi', { lockfile: 'toString' }, 'pip install left-pad==1.2.3'],
    [
      'maven',
      { name: 'a:b', lockfile: 'pom.xml' },
      'mvn versions:use-dep-version -Dincludes=a:b -DdepVersion=1.2.3 -DforceVersion=true',
    ],
    ['maven', { name: 'a:b', lockfile: 'gradle.lockfile' }, null],
    ['maven', { name: 'a:b', isDirect: false }, null],
    ['go', { name: 'golang.org/x/net', version: 'v0.17.0' }, 'go get golang.org/x/net@v0.17.0'],
    ['go', { name: 'stdlib', version: '1.21.3' }, 'go get go@1.21.3'],
    ['crates.io', {}, 'cargo update -p left-pad --precise 1.2.3'],
    ['nuget', {}, 'dotnet add package left-pad --version 1.2.3'],
    ['debian', {}, 'apt-get install --only-upgrade left-pad'],
    ['alpine', {}, 'apk add --upgrade left-pad'],
    ['rocky-linux', {}, 'dnf upgrade left-pad'],
    ['suse', {}, 'zypper update left-pad'],
    ['npm', { version: null }, null],
    ['npm', { name: '--registry=https://evil.example' }, null],
  ]
  test.each(cases)('%s %j', (ecosystem, more, command) => {
    expect(upgradeCommand(ecosystem, { ...target, ...more })).toBe(command)
  })
})

describe('hostile names and versions', () => {
  /** The words of the command as parsed by a shell, one per line. */
  const wordsOf = (command: string) =>
    execFileSync(
      'sh',
      ['-c', `for word in ${command.replaceAll(' && ', ' ')}; do printf '%s\\n' "$word"; done`],
      {
        encoding: 'utf8',
      },
    ).split('\n')

  test.each(ecosystems.filter((each) => each.upgradeCommand).map(({ id }) => id))(
    'are quoted for the shell: %s',
    (id) => {
      const hostile = ['a b', '$(touch x)', '`id`', "a'b", 'a;b', 'a\\b', 'a"b', 'a&b', '*', '~root', 'a|b']
      const arbitrary = fc.constantFrom(...hostile)
      fc.assert(
        fc.property(arbitrary, arbitrary, fc.boolean(), (name, version, isDirect) => {
          const command = upgradeCommand(id, { ...target, name, version, isDirect })
          if (command !== null) expect(wordsOf(command).some((word) => word.includes(name))).toBe(true)
        }),
        { numRuns: 15 },
      )
      for (const name of ['a\nb', 'a\u0000b', 'a\u202eb', 'a\u001b[2J'])
        expect(upgradeCommand(id, { ...target, name })).toBeNull()
    },
  )
})
