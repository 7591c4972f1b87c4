import { formatPurl } from '../../purl.ts'
import { quote } from '../parsers/json-value.ts'
import { imageKind } from '../components/image-kind.ts'
import type { PackageList } from '../lockfiles/package-list.ts'

export interface ImageUse {
  where: string
  /** Only the build, tests or continuous integration use it. */
  isDevelopment?: boolean
}

/** Adds an image that a file names. Names with variables that the file does not set are left out with an issue. */
export function addImage(list: PackageList, text: string, { where, isDevelopment }: ImageUse): void {
  if (text === '' || text === 'scratch') return
  const image = readImageName(text)
  if (image === null) {
    const message = `The image ${quote(text)} is not named literally and was left out.`
    list.log.add('image-unknown', message, where)
    return
  }
  list.add({
    name: image.name,
    version: image.tag || image.digest,
    purl: purlOfImage(image),
    kind: imageKind,
    isDirect: true,
    sureness: 'declared',
    where,
    ...(image.digest !== '' && { commit: image.digest }),
    ...(isDevelopment && { scope: 'test' }),
  })
}

/** https://github.com/package-url/purl-spec/blob/main/types-doc/docker-definition.md */
function purlOfImage({ name, tag, digest }: ImageName): string {
  const parts = name.split('/')
  const host = parts.length > 1 && /[.:]|^localhost$/.test(parts[0]!) ? parts.shift()! : ''
  return formatPurl({
    type: imageKind.purlType,
    namespace: parts.slice(0, -1).join('/') || null,
    name: parts.at(-1)!,
    version: digest || tag,
    qualifiers: {
      ...(host !== '' && { repository_url: host }),
      ...(digest !== '' && tag !== '' && { tag }),
    },
    subpath: null,
  })
}

// https://github.com/distribution/reference

/** The name of an image as files write it, in parts. */
interface ImageName {
  /** Without tag and digest, as people write it: 'alpine', 'registry.example.org/app'. */
  name: string
  /** '' if there is none. */
  tag: string
  /** 'sha256:…'; '' if there is none. With a tag, too, it decides. */
  digest: string
}

const reference =
  /^((?:[a-z\d](?:[a-z\d.-]{0,200})(?::\d{1,5})?\/)?[a-z\d]+(?:[._/-]+[a-z\d]+)*)(?::([A-Za-z\d_][\w.-]{0,127}))?(?:@(sha256:[\da-f]{64}|sha512:[\da-f]{128}))?$/
const maxLength = 500

/** null if the text is no name of an image, such as one with a variable. */
export function readImageName(text: string): ImageName | null {
  const [, full, tag = '', digest = ''] = (text.length <= maxLength && reference.exec(text)) || []
  if (full === undefined) return null
  const name = full.replace(/^(?:index\.)?docker\.io\//, '').replace(/^library\/(?=[^/]+$)/, '')
  return { name, tag: tag === '' && digest === '' ? 'latest' : tag, digest }
}
