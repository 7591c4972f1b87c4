// https://github.com/distribution/reference

/** The name of an image as files write it, in parts. */
export interface ImageName {
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
