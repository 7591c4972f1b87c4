import { originAt } from '../../components/origin.ts'
import { isRecord, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { withoutCredentials } from '../../../url-credentials.ts'
import { ownProperty } from '../../../own-property.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'

/** flake.lock: https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake#lock-files. It pins sources, not packages. */
export const flakeLock = lockfileReader({
  id: 'flake-lock',
  title: 'flake.lock: it has no nodes',
  kind: { purlType: 'generic', separator: '/' },
  isAuxiliary: true,
  matchesPath: (fileName) => fileName === 'flake.lock',
  recognizes: (json) => isRecord(recordOf(json)['nodes']) && typeof recordOf(json)['root'] === 'string',
  parse: parseJsonObject,
  accepts: (lock) => isRecord(lock['nodes']),
  read({ nodes, root }, list) {
    const rootNode = recordOf(ownProperty(recordOf(nodes), textOf(root)))
    const direct = new Set(Object.values(recordOf(rootNode['inputs'])).map(textOf))
    for (const [key, node] of Object.entries(recordOf(nodes))) {
      const { type, owner, repo, url, path, rev } = recordOf(recordOf(node)['locked'])
      if (type === undefined) continue
      const name =
        textOf(repo) === ''
          ? withoutCredentials(shortTextOf(url)) || shortTextOf(path) || key
          : `${textOf(owner)}/${textOf(repo)}`
      const isFolder = textOf(type) === 'path'
      const isFile = textOf(type) === 'tarball' || textOf(type) === 'file'
      list.add({
        name,
        version: '',
        commit: shortTextOf(rev),
        isDirect: direct.has(key),
        scope: 'test',
        where: `${list.path}#/nodes/${key.slice(0, 200).toWellFormed()}`,
        gap: 'is pinned to a commit',
        origin: originAt(isFolder ? 'folder' : isFile ? 'file' : 'git', name),
      })
    }
    return { format: 'flake.lock' }
  },
})
