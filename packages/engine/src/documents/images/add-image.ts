import { formatPurl } from '../../purl.ts'
import { quote } from '../parsers/json-value.ts'
import { imageKind } from '../components/image-kind.ts'
import type { PackageList } from '../lockfiles/package-list.ts'
import { readImageName, type ImageName } from './image-name.ts'

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
