import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface GitRepository {
  /** 'main' unless given; null for a detached HEAD. */
  branch?: string | null
  /** Of 'origin'. */
  remote?: string
}

const commit = '5e1f9f7c8b1a6a2ed2ce0ac02f9d2b5c3e9a0d41'
const core = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
`
const head = (branch: string | null) => (branch === null ? `${commit}\n` : `ref: refs/heads/${branch}\n`)

/** The files that `git init`, `git remote add` and `git checkout` leave: machines without git run the tests, too. */
export function writeGitRepository(root: string, { branch = 'main', remote }: GitRepository = {}): void {
  const folder = join(root, '.git')
  const origin = `[remote "origin"]\n\turl = ${remote}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`
  mkdirSync(folder)
  writeFileSync(join(folder, 'config'), remote === undefined ? core : core + origin)
  writeFileSync(join(folder, 'HEAD'), head(branch))
}

/** Those that `git worktree add <name>` leaves in a repository. */
export function writeGitWorktree(root: string, { name, branch }: { name: string; branch: string }): void {
  const own = join(root, '.git/worktrees', name)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'HEAD'), head(branch))
  writeFileSync(join(own, 'commondir'), '../..\n')
  writeFileSync(join(own, 'gitdir'), `${join(root, name, '.git')}\n`)
  mkdirSync(join(root, name))
  writeFileSync(join(root, name, '.git'), `gitdir: ${own}\n`)
}
