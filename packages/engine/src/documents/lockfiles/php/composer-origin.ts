import { packagist } from '../../../ecosystems/packagist/index.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { originAt, registryOrigin } from '../../components/origin.ts'
import { ownProperty } from '../../../own-property.ts'
import { listOf, recordOf, textOf } from '../../parsers/json-value.ts'

type Json = Record<string, unknown>

/**
 * Reads where packages of a composer.lock are from. Registries give an address for notifications; its absence only means
 * something if other packages have one, since tools can remove all.
 */
export function composerOrigins(
  lock: Json,
  manifest: Json | null,
): (locked: Json) => ComponentOrigin | undefined {
  const all = ['packages', 'packages-dev']
    .flatMap((member) => listOf(ownProperty(lock, member)))
    .map(recordOf)
  const hasNotices = all.some((each) => textOf(each['notification-url']) !== '')
  const repositories = repositoriesOf(manifest)
  return (locked) => {
    const [source, dist] = [recordOf(locked['source']), recordOf(locked['dist'])]
    const [repository, archive] = [textOf(source['url']), textOf(dist['url'])]
    const notice = textOf(locked['notification-url'])
    if (dist['type'] === 'path' || source['type'] === 'path') return originAt('folder', archive || repository)
    if (notice !== '') return registryOrigin(notice, packagist)
    const isNamed = repositories.has(addressKey(repository))
    if (repository !== '' && (hasNotices || isNamed)) return originAt('git', repository)
    const isLocal = archive !== '' && !/^https?:/i.test(archive)
    return isLocal || (archive !== '' && hasNotices) ? originAt('file', archive) : undefined
  }
}

/** The addresses of the repositories of sources that a composer.json names: https://getcomposer.org/doc/05-repositories.md#vcs */
function repositoriesOf(manifest: Json | null): Set<string> {
  const named = manifest?.['repositories']
  const repositories = Array.isArray(named) ? listOf(named) : Object.values(recordOf(named))
  return new Set(
    repositories
      .map(recordOf)
      .filter(({ type }) =>
        /^(?:vcs|git|github|gitlab|bitbucket|git-bitbucket|hg|svn|fossil)$/.test(textOf(type)),
      )
      .map((each) => addressKey(textOf(each['url']))),
  )
}

const addressKey = (address: string) => address.replace(/(?:\.git)?\/?$/, '').toLowerCase()
