// https://github.com/distribution/reference

/** The name of an image in a registry. */
export interface ImageReference {
  /** 'docker.io', 'registry.example.org:5000'. */
  host: string
  /** 'library/alpine'. */
  repository: string
  /** '' if there is none. */
  tag: string
  /** 'sha256:…', which decides if there is a tag, too; '' if there is none. */
  digest: string
}

const dockerHub = 'docker.io'
const part = /^[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*$/
const maxNameLength = 255

/** null if the text is no reference. Without tag and digest, the tag is 'latest'. */
export function readReference(text: string): ImageReference | null {
  const [, name = '', tag = '', digest = ''] =
    /^([^@]+?)(?::([A-Za-z\d_][\w.-]{0,127}))?(?:@(sha256:[\da-f]{64}|sha512:[\da-f]{128}))?$/.exec(text) ??
    []
  const [first = '', ...rest] = name.split('/')
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost')
  const host = isHost ? first : dockerHub
  const path = isHost ? rest : [first, ...rest]
  const isValid = path.every((each) => part.test(each)) && name.length <= maxNameLength && isHostName(host)
  if (!isValid) return null
  const isOfficial = host === dockerHub && path.length === 1
  return {
    host,
    repository: isOfficial ? `library/${path[0]}` : path.join('/'),
    tag: tag === '' && digest === '' ? 'latest' : tag,
    digest,
  }
}

function isHostName(host: string): boolean {
  const [, name = '', address] = /^(?:([^:[\]]+)|(\[[\da-f:]+\]))(?::\d{1,5})?$/i.exec(host) ?? []
  return (
    address !== undefined || name.split('.').every((label) => /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label))
  )
}

/** Whether a text that is no path means an image: it has a tag, a digest or a registry. */
export const looksLikeImage = (text: string): boolean =>
  readReference(text) !== null &&
  (/:[\w.-]+$|@sha/.test(text) || /^(?:[\w-]+\.[\w.-]+|localhost)(?::\d+)?\//.test(text))

/** Without tag and digest, as people write it: 'alpine', 'registry.example.org/app'. */
export const repositoryName = ({ host, repository }: ImageReference): string =>
  host === dockerHub ? repository.replace(/^library\//, '') : `${host}/${repository}`
