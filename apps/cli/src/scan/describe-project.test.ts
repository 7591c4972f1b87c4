import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeProject, normalizeRemote } from './describe-project.ts'

describe('normalizeRemote', () => {
  it.each([
    ['https://github.com/org/repo.git', 'https://github.com/org/repo'],
    ['https://github.com/org/repo/', 'https://github.com/org/repo'],
    ['http://GitHub.com/Org/Repo', 'https://github.com/Org/Repo'],
    ['git@github.com:org/repo.git', 'https://github.com/org/repo'],
    ['gitlab.example.org:group/sub/repo.git', 'https://gitlab.example.org/group/sub/repo'],
    ['ssh://git@github.com:22/org/repo.git', 'https://github.com/org/repo'],
    ['ssh://git@git.example.org:2222/org/repo', 'https://git.example.org/org/repo'],
    ['git://example.org/repo.git', 'https://example.org/repo'],
    ['https://git.example.org:8443/org/repo', 'https://git.example.org:8443/org/repo'],
  ])('%s is %s', (remote, url) => {
    expect(normalizeRemote(remote)).toBe(url)
  })

  it('never keeps a login', () => {
    expect(normalizeRemote('https://me:s3cret@github.com/org/repo')).toBe('https://github.com/org/repo')
    expect(normalizeRemote('https://me:s3@cret@github.com/org/repo')).toBe('https://github.com/org/repo')
  })

  it.each(['/srv/git/repo.git', '../repo', 'C:\\repo', 'file:///srv/repo'])('%s is no url', (remote) => {
    expect(normalizeRemote(remote)).toBeNull()
  })
})

describe('describeProject', () => {
  let root: string
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-describe-')))
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' })

  it('goes by the name of a folder without git', () => {
    expect(describeProject(root)).toEqual({ url: `local:${basename(root)}`, branch: 'main', root })
  })

  it('takes remote, branch and top folder of a repository', () => {
    git('init', '-q', '-b', 'feature/x')
    git('remote', 'add', 'origin', 'git@github.com:org/repo.git')
    mkdirSync(join(root, 'a'))
    expect(describeProject(join(root, 'a'))).toEqual({
      url: 'https://github.com/org/repo',
      branch: 'feature/x',
      root,
    })
  })

  it('follows a second working copy to its repository', () => {
    git('init', '-q', '-b', 'main')
    git('remote', 'add', 'origin', 'https://example.org/org/repo')
    git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-q', '--allow-empty', '-m', 'x')
    git('worktree', 'add', '-q', '-b', 'second', join(root, 'copy'))
    expect(describeProject(join(root, 'copy'))).toEqual({
      url: 'https://example.org/org/repo',
      branch: 'second',
      root: join(root, 'copy'),
    })
  })

  it('calls a branch main where none is checked out', () => {
    git('init', '-q')
    git('-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-q', '--allow-empty', '-m', 'x')
    git('checkout', '-q', '--detach')
    expect(describeProject(root)).toEqual({ url: `local:${basename(root)}`, branch: 'main', root })
  })

  it('has no url for the root of the file system', () => {
    expect(describeProject('/')).toMatchObject({ url: null, root: '/' })
  })
})
