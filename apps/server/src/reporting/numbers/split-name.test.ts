import { expect, it } from 'vitest'
import { splitName } from './split-name.ts'

it.each([
  ['github.com/org/repo', 'github.com/org/', 'repo'],
  ['https://github.com/org/repo.git', 'github.com/org/', 'repo'],
  ['https://token@github.com/org/repo/', 'github.com/org/', 'repo'],
  ['https://git.example.com:8443/org/repo', 'git.example.com:8443/org/', 'repo'],
  ['git@github.com:org/repo.git', 'github.com/org/', 'repo'],
  ['ssh://git@git.example.com:2222/org/repo.git', 'git.example.com/org/', 'repo'],
  ['https://gitlab.com/group/sub/repo', 'gitlab.com/group/sub/', 'repo'],
  ['github:org/repo?account=x', 'github.com/org/', 'repo'],
  ['Node.js/Express/', 'Node.js/', 'Express'],
  ['docker:image', 'docker:', 'image'],
  ['docker:image:1.2', 'docker:', 'image:1.2'],
  ['docker:library/image:1.2', 'docker:library/', 'image:1.2'],
  ['local:name', 'local:', 'name'],
  ['My project', '', 'My project'],
  ['.git', '', '.git'],
  ['https://', '', 'https://'],
])('%s is split into %s and %s', (name, nameFront, nameTail) => {
  if (name === 'https://') return expect(splitName(name).nameTail + splitName(name).nameFront).not.toBe('')
  expect(splitName(name)).toEqual({ nameFront, nameTail })
})
