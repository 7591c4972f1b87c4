import { formatPurl } from '../../../purl.ts'
import type { FoundPackage, ProgramCataloger } from '../../model/cataloger.ts'
import type { Program } from '../../programs/program.ts'
import { nameOf } from '../../trees/tree.ts'

interface VersionString {
  name: string
  /** Of the file. */
  file: RegExp
  /** In its texts; the group is the version. */
  text: RegExp
}

/** Programs that are often put into images without a package manager. */
const versionStrings: readonly VersionString[] = [
  { name: 'aws-lc', file: /^(?:openssl|libcrypto\b.*)$/, text: /AWS-LC (\d+\.\d+\.\d+)/ },
  {
    name: 'openssl',
    file: /^(?:openssl|lib(?:crypto|ssl)\b.*)$/,
    // The letter is part of the version; others only say which version they are compatible with.
    text: /OpenSSL (\d+\.\d+\.\d+[a-z]*(?:-(?:alpha|beta)\d+)?) +\d{1,2} [A-Z][a-z]{2} \d{4}/,
  },
  { name: 'python', file: /^(?:lib)?python\d\.\d+\b.*$/, text: /\0(\d\.\d+\.\d+(?:(?:a|b|rc)\d+)?\+?)\0/ },
  { name: 'node', file: /^node$/, text: /node\.js\/v(\d+\.\d+\.\d+)/ },
  { name: 'busybox', file: /^busybox$/, text: /BusyBox v(\d+\.\d+\.\d+)/ },
  { name: 'bash', file: /^bash$/, text: /@\(#\)Bash version (\d+\.\d+\.\d+)/ },
  { name: 'perl', file: /^perl(?:\d.*)?$/, text: /\/perl\d?\/(\d+\.\d+\.\d+)/ },
  { name: 'ruby', file: /^(?:ruby|libruby\b.*)$/, text: /ruby (\d+\.\d+\.\d+)(?:p\d+)? \(/ },
  {
    name: 'php',
    file: /^(?:php|libphp)\b.*$/,
    text: /X-Powered-By: PHP\/(\d+\.\d+\.\d+(?:(?:beta|RC)\d+)?)/,
  },
  { name: 'nginx', file: /^nginx$/, text: /nginx\/(\d+\.\d+\.\d+)/ },
  { name: 'httpd', file: /^(?:httpd|apache2)$/, text: /Apache\/(\d+\.\d+\.\d+)/ },
  { name: 'haproxy', file: /^haproxy$/, text: /HA-?Proxy version (\d+\.\d+(?:\.\d+|-dev\d+))/i },
  { name: 'lighttpd', file: /^lighttpd$/, text: /lighttpd\/(\d+\.\d+\.\d+)/ },
  { name: 'memcached', file: /^memcached$/, text: /memcached (\d+\.\d+\.\d+)/ },
  { name: 'postgresql', file: /^postgres$/, text: /\(PostgreSQL\) (\d+(?:\.\d+)+|\d+(?:beta|rc)\d+)/ },
  { name: 'mariadb', file: /^(?:mariadbd?|mysqld?)$/, text: /(\d+\.\d+\.\d+)-MariaDB/ },
  { name: 'proftpd', file: /^proftpd$/, text: /ProFTPD Version (\d+\.\d+\.\d+[a-z]?)/ },
  { name: 'curl', file: /^(?:curl|libcurl\b.*)$/, text: /(?:lib)?curl\/(\d+\.\d+\.\d+)/ },
]

const latin1 = new TextDecoder('latin1')
const textSections = new Set(['.rodata', '.data', '.rdata', '.data.rel.ro', '__cstring', '__const', '__data'])
const windowBytes = 1024 * 1024
const overlapBytes = 256
const maxSearchedBytes = 64 * 1024 * 1024

/** What a program says of its version in a text, if no package manager has installed it: a guess. */
export const versionTexts: ProgramCataloger = {
  id: 'version-texts',
  async read(program, { path }) {
    const wanted = versionStrings.filter(({ file }) => file.test(nameOf(path)))
    const packages = wanted.length === 0 ? [] : await firstFound(program, wanted, path)
    return { packages, issues: [] }
  },
}

async function firstFound(
  { sections, source }: Program,
  wanted: readonly VersionString[],
  path: string,
): Promise<FoundPackage[]> {
  for (const { name, offset, size } of sections) {
    if (!textSections.has(name)) continue
    const end = offset + Math.min(size, maxSearchedBytes)
    for (let at = offset; at < end; at += windowBytes - overlapBytes) {
      const text = latin1.decode(await source.read(at, Math.min(end, at + windowBytes)))
      for (const { name: own, text: pattern } of wanted) {
        const version = pattern.exec(text)?.[1]
        if (version === undefined) continue
        const purl = { type: 'generic', namespace: null, name: own, version, qualifiers: {}, subpath: null }
        return [{ purl: formatPurl(purl), sureness: 'guessed', places: [{ path }] }]
      }
    }
  }
  return []
}
