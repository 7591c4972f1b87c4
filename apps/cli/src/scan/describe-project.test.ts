import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeGitRepository, writeGitWorktree } from '../testing/git-repository.ts'
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

  it('removes credentials', () => {
    expect(normalizeRemote('https://me:s3cret@github.com/org/repo')).toBe('https://github.com/org/repo')
    expect(normalizeRemote('https://me:s3@cret@github.com/org/repo')).toBe('https://github.com/org/repo')
  })

  it.each(['/srv/git/repo.git', '../repo', 'C:\\repo', 'file:///srv/repo'])('%s is not a URL', (remote) => {
    expect(normalizeRemote(remote)).toBeNull()
  })
})

describe('describeProject', () => {
  let root: string
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-describe-')))
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const described = (folder: string, environment = {}) =>
    describeProject({ folder, isFolder: true }, environment)

  it('uses the folder name without git', () => {
    expect(described(root)).toEqual({ url: `local:${basename(root)}`, branch: 'main', root })
  })

  it('reads remote, branch and top folder of a repository', () => {
    writeGitRepository(root, { branch: 'feature/x', remote: 'git@github.com:org/repo.git' })
    mkdirSync(join(root, 'a'))
    expect(described(join(root, 'a'))).toEqual({
      url: 'https://github.com/org/repo#a',
      branch: 'feature/x',
      root,
    })
    expect(described(root).url).toBe('https://github.com/org/repo')
  })

  it('treats two folders of a repository as two projects, and a file as a part of the repository', () => {
    writeGitRepository(root)
    mkdirSync(join(root, 'services/api'), { recursive: true })
    mkdirSync(join(root, 'services/web'))
    const urls = ['services/api', 'services/web'].map((path) => described(join(root, path)).url)
    expect(urls).toEqual([`local:${basename(root)}#services/api`, `local:${basename(root)}#services/web`])
    const file = describeProject({ folder: join(root, 'services/api'), isFolder: false }, {})
    expect(file.url).toBe(`local:${basename(root)}`)
  })

  it('resolves a worktree to its repository', () => {
    writeGitRepository(root, { remote: 'https://example.org/org/repo' })
    writeGitWorktree(root, { name: 'copy', branch: 'second' })
    expect(described(join(root, 'copy'))).toEqual({
      url: 'https://example.org/org/repo',
      branch: 'second',
      root: join(root, 'copy'),
    })
  })

  it("uses the CI system's branch, or none, for a detached HEAD", () => {
    writeGitRepository(root, { branch: null })
    expect(described(root)).toEqual({ url: `local:${basename(root)}`, branch: null, root })
    expect(described(root, { GITLAB_CI: 'true', CI_COMMIT_BRANCH: 'feature/x' }).branch).toBe('feature/x')
  })

  it("prefers the checked out branch over the CI system's", () => {
    writeGitRepository(root, { branch: 'own' })
    expect(described(root, { CIRCLECI: 'true', CIRCLE_BRANCH: 'feature/x' }).branch).toBe('own')
  })

  it('returns no url for the root of the file system', () => {
    expect(described('/')).toMatchObject({ url: null, root: '/' })
  })
})
