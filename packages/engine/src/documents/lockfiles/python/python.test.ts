import { describe, expect, it } from 'vitest'
import { unreadIssues } from '../../../inventory.ts'
import { treeOf } from '../../testing/fixture-files.ts'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { pdmLock } from './pdm-lock.ts'
import { pipfileLock } from './pipfile-lock.ts'
import { poetryLock } from './poetry-lock.ts'
import { pylockToml } from './pylock-toml.ts'
import { requirementsTxt } from './requirements-txt.ts'
import { uvLock } from './uv-lock.ts'

describe('requirements.txt', () => {
  it('lists requirements of the file and its includes, with versions from constraints', () => {
    const result = readFixture(requirementsTxt, 'app/requirements.txt')
    expect(listed(result)).toEqual([
      'Django 4.2.11 runtime direct',
      'requests 2.31.0 runtime direct',
      'cryptography 42.0.5 runtime direct',
      'typing_extensions runtime direct',
      'click runtime direct',
      'urllib3 2.2.1 runtime direct',
      'local_pkg 1.0.0 runtime direct',
      'Jinja2 3.1.3 runtime direct',
      'MarkupSafe 2.1.5 runtime direct',
    ])
    expect(issuesOf(result)).toEqual([
      'file-missing app/requirements.txt:15',
      'version-missing app/requirements.txt:10',
      'version-missing app/requirements.txt:11',
      'source-unverified app/requirements.txt:13',
      'source-unverified app/requirements.txt:14',
    ])
    expect(result.inventory?.components[2]?.hashes).toHaveLength(2)
  })

  it('reads dependents from "via" comments, and the scope from the file name', () => {
    const result = readFixture(requirementsTxt, 'requirements-dev.txt')
    expect(listed(result)).toEqual([
      'pytest 8.1.1 test direct',
      'pytest-cov test direct',
      'asgiref 3.7.2 runtime < django',
      'blinker 1.7.0 runtime < flask',
      'click 8.1.7 runtime direct < flask',
      'django 4.2.11 runtime direct',
      'flask 3.0.2 runtime direct',
      'itsdangerous 2.1.2 runtime < flask',
      'jinja2 3.1.3 runtime < flask',
      'markupsafe 2.1.5 runtime < jinja2 werkzeug',
      'sqlparse 0.4.4 runtime < django',
      'werkzeug 3.0.1 runtime < flask',
    ])
  })

  it.each([
    ['a==1.0 ; python_version < "3" # why', 'a 1.0'],
    ['a[x,y] (==1.0)', 'a 1.0'],
    ['a==1.0,>=0.9', 'a 1.0'],
    ['a==1.*', 'a'],
    ['a==${VERSION}', 'a'],
    ['a=={{ version }}', 'a'],
    ['a===1!2.0-weird+1', 'a 1!2.0-weird+1'],
    ['a~=1.0', 'a'],
    ['a @ https://example.org/a-1.0.tar.gz ; os_name == "nt"', 'a 1.0'],
    ['https://example.org/some_pkg-1.0-py3-none-any.whl', 'some_pkg 1.0'],
    ['git+https://example.org/x.git@v1#egg=a', 'a'],
    ['-e ./folder', ''],
    ['--find-links https://example.org', ''],
    ['a b', ''],
  ])('reads %s as %j', (line, expected) => {
    const lines = listed(readText(requirementsTxt, 'requirements.txt', line))
    expect(lines.join().replace(/ runtime.*/, '')).toBe(expected)
  })

  it('reads files that include each other once', () => {
    const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
    const files = [
      file('a/requirements.txt', '-r ../b.txt\nx==1'),
      file('b.txt', '-r a/requirements.txt\ny==2'),
    ]
    expect(listed(requirementsTxt.read(files[0]!, treeOf(files)))).toEqual([
      'x 1 runtime direct',
      'y 2 runtime direct',
    ])
    const outside = requirementsTxt.read(file('requirements.txt', '-r ../b.txt'), treeOf(files))
    expect(issuesOf(outside)).toEqual(['file-missing requirements.txt:1'])
  })

  it('is incomplete if an included file cannot be read, but not if it is empty', () => {
    const unreadIn = (bytes: Uint8Array) => {
      const start = { path: 'requirements.txt', bytes: new TextEncoder().encode('-r base.txt\nx==1') }
      const { inventory } = requirementsTxt.read(start, treeOf([start, { path: 'base.txt', bytes }]))
      return unreadIssues(inventory!.issues).map(({ code, where }) => `${code} ${where}`)
    }
    expect(unreadIn(Uint8Array.of(1, 0, 2))).toEqual(['document-binary base.txt'])
    expect(unreadIn(new TextEncoder().encode('y==2'))).toEqual([])
    expect(unreadIn(Uint8Array.of(10))).toEqual([])
  })

  it('is incomplete without a file that it requires, but not without constraints', () => {
    const text = '-r base.txt\n-r /etc/base.txt\n-r https://user:pw@example.org/a.txt\n-c pins.txt\nx==1'
    const { inventory } = readText(requirementsTxt, 'app/requirements.txt', text)
    expect(inventory!.issues.map(({ message, isUnread }) => `${message} ${isUnread}`)).toEqual([
      "The file 'base.txt' is not there and was not read. true",
      "The file '/etc/base.txt' is not there and was not read. true",
      "The file 'https://example.org/a.txt' is not there and was not read. true",
      "The file 'pins.txt' is not there and was not read. undefined",
    ])
  })

  it.each([
    ['requirements.txt', '', true],
    ['requirements-dev.txt', '', true],
    ['test_requirements.txt', '', true],
    ['base.txt', 'app/requirements', true],
    ['base.txt', 'app', false],
    ['requirements.in', '', false],
  ])('matches %s in %j: %s', (name, folder, isClaimed) => {
    expect(requirementsTxt.matchesPath(name, folder)).toBe(isClaimed)
  })
})

describe('lockfiles', () => {
  it('reads Pipfile.lock with a Pipfile next to it', () => {
    const result = readFixture(pipfileLock, 'Pipfile.lock')
    expect(listed(result)).toEqual([
      'certifi 2024.2.2 runtime',
      'flask-login 0.6.3 runtime direct',
      'idna 3.6 runtime',
      'requests 2.31.0 runtime direct',
      'tasks runtime',
      'iniconfig 2.0.0 test',
      'pytest 8.1.1 test direct',
    ])
    expect(issuesOf(result)).toEqual(['version-missing Pipfile.lock#/default/tasks'])
    expect(result.inventory?.formats).toEqual(['Pipfile.lock 6'])
  })

  it('reads poetry.lock of Poetry 2 with a pyproject.toml next to it', () => {
    const result = readFixture(poetryLock, 'v2/poetry.lock')
    expect(listed(result)).toEqual([
      'certifi 2024.2.2 runtime < requests',
      'colorama 0.4.6 test < pytest',
      'iniconfig 2.0.0 test < pytest',
      'pysocks 1.7.1 runtime direct optional',
      'pytest 8.1.1 test direct',
      'requests 2.31.0 runtime direct',
      'tasks 0.2.0 runtime direct',
      'urllib3 2.2.1 runtime < requests',
    ])
    expect(issuesOf(result)).toEqual(['source-unverified v2/poetry.lock#/package/6'])
    expect(result.inventory).toMatchObject({ formats: ['poetry.lock 2.1'], root: { name: 'shop' } })
  })

  it('reads poetry.lock of Poetry 1 without a pyproject.toml', () => {
    const result = readFixture(poetryLock, 'v1/poetry.lock')
    expect(listed(result)).toEqual([
      'attrs 21.4.0 test ?',
      'requests 2.27.1 runtime ?',
      'urllib3 1.26.8 runtime ? < requests',
    ])
    expect(result.inventory?.components.map(({ hashes }) => hashes?.length)).toEqual([1, 1, undefined])
  })

  it('reads scopes from pyproject.toml if poetry.lock has neither categories nor groups', () => {
    const entry = (name: string, needs = '') =>
      `[[package]]\nname = "${name}"\nversion = "1.0"\n${needs && `[package.dependencies]\n${needs} = "*"\n`}`
    const lock = `${entry('a', 'b')}${entry('b')}${entry('c', 'd')}${entry('d')}[metadata]\nlock-version = "2.0"\n`
    const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
    const manifest = '[tool.poetry.dependencies]\na = "*"\n[tool.poetry.dev-dependencies]\nc = "*"\n'
    const files = [file('poetry.lock', lock), file('pyproject.toml', manifest)]
    expect(listed(poetryLock.read(files[0]!, treeOf(files)))).toEqual([
      'a 1.0 runtime direct',
      'b 1.0 runtime < a',
      'c 1.0 test direct',
      'd 1.0 test < c',
    ])
  })

  it('reads pdm.lock', () => {
    const result = readFixture(pdmLock, 'pdm.lock')
    expect(listed(result)).toEqual([
      'iniconfig 2.0.0 test < pytest',
      'pysocks 1.7.1 runtime direct optional',
      'pytest 8.1.1 test direct',
      'requests 2.31.0 runtime direct',
      'tasks 0.2.0 runtime direct',
      'urllib3 2.2.1 runtime < requests',
    ])
    expect(issuesOf(result)).toEqual(['source-unverified pdm.lock#/package/4'])
  })

  it('reads uv.lock with different versions of a package for different Pythons', () => {
    const result = readFixture(uvLock, 'uv.lock')
    expect(listed(result)).toEqual([
      'certifi 2024.2.2 runtime < requests',
      'iniconfig 2.0.0 test < pytest',
      'numpy 1.26.4 runtime direct',
      'numpy 2.2.0 runtime < tasks',
      'pysocks 1.7.1 runtime < requests',
      'pytest 8.1.1 test direct',
      'requests 2.31.0 runtime direct',
      'tasks 0.2.0 runtime direct',
    ])
    expect(issuesOf(result)).toEqual(['source-unverified uv.lock#/package/8'])
    expect(result.inventory).toMatchObject({
      formats: ['uv.lock 1'],
      root: { name: 'shop', version: '0.4.0' },
    })
  })

  it('reads pylock.toml', () => {
    const result = readFixture(pylockToml, 'pylock.toml')
    expect(listed(result)).toEqual([
      'attrs 25.1.0 runtime ? < cattrs',
      'cattrs 24.1.2 runtime ?',
      'pysocks 1.7.1 runtime ? optional',
      'pytest 8.1.1 test ?',
      'tasks runtime ?',
    ])
    expect(issuesOf(result)).toEqual(['version-missing pylock.toml#/packages/5'])
    expect(result.inventory?.components[0]?.hashes).toHaveLength(1)
  })

  it.each([pipfileLock, poetryLock, pdmLock, uvLock, pylockToml])(
    '$id rejects documents of other formats',
    (reader) => {
      expect(issuesOf(readText(reader, 'x', reader.recognizes ? '{"a":1}' : 'a = 1'))).toEqual([
        'document-unknown x',
      ])
    },
  )
})

it('ignores -C and --config-settings', () => {
  const text =
    'numpy==1.26.0 -C="--build-option=x" --hash=sha256:00\nflask==3.0.0 --config-settings "a=b"\n-C x=y\n'
  const result = readText(requirementsTxt, 'requirements.txt', text)
  expect(listed(result)).toEqual(['numpy 1.26.0 runtime direct', 'flask 3.0.0 runtime direct'])
  expect(issuesOf(result)).toEqual([])
})

describe('addresses of archives', () => {
  const versionsOf = (...lines: string[]) =>
    listed(readText(requirementsTxt, 'requirements.txt', `${lines.join('\n')}\n`))

  it.each([
    'torchy @ https://example.org/whl/torchy-2.6.0%2Bcu118-cp312-cp312-linux_x86_64.whl',
    'torchy @ https://example.org/whl/torchy-2.6.0%2bcu118-cp312-cp312-linux_x86_64.whl#sha256=aa',
    'torchy @ file:///whl/torchy-2.6.0%2Bcu118-cp312-cp312-linux_x86_64.whl',
    'https://example.org/torchy-2.6.0%2Bcu118.tar.gz',
    './whl/torchy-2.6.0%2Bcu118.tar.gz',
    'torchy @ https://example.org/a%20b/torchy-2.6.0+cu118.zip',
  ])('are decoded: %s', (line) => {
    expect(versionsOf(line)).toEqual(['torchy 2.6.0+cu118 runtime direct'])
    const { inventory } = readText(requirementsTxt, 'requirements.txt', `${line}\n`)
    expect(inventory?.components[0]?.purl).toBe('pkg:pypi/torchy@2.6.0%2Bcu118')
  })

  it('are decoded in Pipfile.lock and pylock.toml, too, and read as they are if malformed', () => {
    const url = 'https://example.org/torchy-2.6.0%2Bcu118-cp312-cp312-linux_x86_64.whl'
    const pipfile = JSON.stringify({ _meta: {}, default: { torchy: { file: url } } })
    expect(listed(readText(pipfileLock, 'Pipfile.lock', pipfile))).toEqual(['torchy 2.6.0+cu118 runtime ?'])
    const pylock = `lock-version = "1.0"\n[[packages]]\nname = "torchy"\narchive = { url = "${url}" }\n`
    expect(listed(readText(pylockToml, 'pylock.toml', pylock))).toEqual(['torchy 2.6.0+cu118 runtime ?'])
    expect(versionsOf('https://example.org/torchy-2.6.0%2.tar.gz')).toEqual(['torchy 2.6.0%2 runtime direct'])
  })
})
