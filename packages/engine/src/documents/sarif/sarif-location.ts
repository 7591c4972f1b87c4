import { listOf, recordOf, shortTextOf, textOf } from '../parsers/json-value.ts'

type Members = Record<string, unknown>

/** Returns a function that reads the path of a location, relative to the scanned folder. */
export function pathReader(run: Members): (location: unknown) => string {
  const artifacts = listOf(run['artifacts'])
  const bases = basesOf(run)
  return (value) => {
    const location = recordOf(value)
    const index = location['index']
    const uri =
      textOf(location['uri']) ||
      (typeof index === 'number' ? textOf(recordOf(recordOf(artifacts[index])['location'])['uri']) : '')
    return relativePath(uri, bases)
  }
}

/** Absolute paths of base folders, longest first. */
function basesOf(run: Members): string[] {
  const named = Object.values(recordOf(run['originalUriBaseIds'])).map((base) =>
    textOf(recordOf(base)['uri']),
  )
  const working = listOf(run['invocations']).map((invocation) =>
    textOf(recordOf(recordOf(invocation)['workingDirectory'])['uri']),
  )
  return [...named, ...working]
    .filter((uri) => uri !== '')
    .map((uri) => pathOf(uri))
    .filter((path) => path !== '/')
    .map((path) => (path.endsWith('/') ? path : `${path}/`))
    .sort((a, b) => b.length - a.length)
}

function relativePath(uri: string, bases: readonly string[]): string {
  const path = pathOf(uri)
  const base = bases.find((each) => path.startsWith(each))
  const parts = (base === undefined ? path : path.slice(base.length)).split('/')
  const segments: string[] = []
  for (const part of parts) {
    if (part === '..') segments.pop()
    else if (part !== '' && part !== '.') segments.push(part)
  }
  return shortTextOf(segments.join('/'))
}

/** 'file:///src/main.tf' is '/src/main.tf'; malformed escapes are kept. */
function pathOf(uri: string): string {
  const path = uri.replaceAll('\\', '/').replace(/^file:(?:\/\/[^/]*)?/i, '')
  try {
    return decodeURIComponent(path).replaceAll('\0', '')
  } catch {
    return path
  }
}
