import { filesOfHeader } from '../catalogers/redhat/rpm-files.ts'
import { readRpmHeader, tags } from '../catalogers/redhat/rpm-header.ts'
import { readHeaders } from '../catalogers/redhat/rpm-databases.ts'
import { textOfFile } from '../catalogers/text-lines.ts'
import type { KeptFile } from '../model/cataloger.ts'

const distrolessSums = /^(?:(.*\/)?)var\/lib\/dpkg\/status\.d\/[^/]+\.md5sums$/s
const dpkgList = /^(?:(.*\/)?)var\/lib\/dpkg\/info\/[^/]+\.list$/s
const rpmDatabase =
  /^(?:(.*\/)?)(?:var\/lib|usr\/lib\/sysimage|usr\/share)\/rpm\/(rpmdb\.sqlite|Packages\.db|Packages)$/s
const apkDatabase = /^(?:(.*\/)?)(?:usr\/)?lib\/apk\/db\/installed$/s

/** Whether a file lists which files belong to packages of the operating system. */
export const listsFiles = (path: string): boolean => dpkgList.test(path) || distrolessSums.test(path)

/** Files of language packages that packages of the operating system own: those that catalogers claim, and manifests. */
const ofLanguages =
  /\/(?:METADATA|PKG-INFO|(?:package|composer)\.json|Gemfile|pyproject\.toml|Cargo\.toml)$|\.(?:gemspec|egg-info|jar|war|ear)$/

/**
 * Paths of the files that packages of the operating system contain. A language's package in one of them is not the
 * registry's: distributions repair old versions. foreign: names of packages that others have built.
 */
export function ownedFiles(files: ReadonlyMap<string, KeptFile>, foreign: ReadonlySet<string>): Set<string> {
  const owned = new Set<string>()
  for (const { path, bytes } of files.values()) {
    const list = dpkgList.exec(path) ?? distrolessSums.exec(path)
    if (list && !foreign.has(packageOfList(path))) addLines(textOfFile(bytes), list[1] ?? '', owned)
    const apk = apkDatabase.exec(path)
    if (apk) addApk(textOfFile(bytes), apk[1] ?? '', owned)
    const rpm = rpmDatabase.exec(path)
    const log = () => files.get(`${path}-wal`)?.bytes ?? null
    for (const header of rpm ? readHeaders(rpm[2]!, bytes, log).headers : [])
      if (!foreign.has(String(readRpmHeader(header)?.get(tags.name) ?? '')))
        for (const file of filesOfHeader(header, isOfLanguage)) add((rpm?.[1] ?? '') + file, owned)
  }
  return owned
}

/** 'nodejs' of 'var/lib/dpkg/info/nodejs:amd64.list' */
const packageOfList = (path: string): string => /([^/:]+)(?::[^/]*)?\.(?:list|md5sums)$/.exec(path)?.[1] ?? ''

const isOfLanguage = (name: string): boolean => ofLanguages.test(`/${name}`)

function addLines(text: string, root: string, owned: Set<string>): void {
  for (const line of text.split('\n'))
    if (ofLanguages.test(line)) add(root + line.replace(/^(?:[\da-f]{32} +)?\/*/, ''), owned)
}

/** Folders and the files below each. */
function addApk(text: string, root: string, owned: Set<string>): void {
  let folder = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('F:')) folder = line.slice(2)
    const path = line.startsWith('R:') ? `${folder}/${line.slice(2)}` : ''
    if (ofLanguages.test(path)) add(root + path, owned)
  }
}

/** Lists may name /lib, which is a link to /usr/lib. */
function add(path: string, owned: Set<string>): void {
  owned.add(path)
  if (/^(?:lib|bin|sbin)\//.test(path)) owned.add(`usr/${path}`)
}
