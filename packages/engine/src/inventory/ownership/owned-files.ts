import { filesOfHeader } from '../catalogers/redhat/rpm-files.ts'
import { readRpmHeader, tags } from '../catalogers/redhat/rpm-header.ts'
import { readHeaders } from '../catalogers/redhat/rpm-databases.ts'
import { textOfFile } from '../catalogers/text-lines.ts'
import type { KeptFile } from '../model/cataloger.ts'
import { nameOf } from '../trees/tree.ts'

const distrolessSums = /^(?:(.*\/)?)var\/lib\/dpkg\/status\.d\/[^/]+\.md5sums$/s
const dpkgList = /^(?:(.*\/)?)var\/lib\/dpkg\/info\/[^/]+\.list$/s
const rpmDatabase =
  /^(?:(.*\/)?)(?:var\/lib|usr\/lib\/sysimage|usr\/share)\/rpm\/(rpmdb\.sqlite|Packages\.db|Packages)$/s
const apkDatabase = /^(?:(.*\/)?)(?:usr\/)?lib\/apk\/db\/installed$/s

/** Whether a file lists which files belong to packages of the operating system. */
export const listsFiles = (path: string): boolean => dpkgList.test(path) || distrolessSums.test(path)

interface Question {
  /** The only files that are asked about. */
  candidates: ReadonlySet<string>
  /** Names of packages that others have built. */
  builtByOthers: ReadonlySet<string>
}

/**
 * Which files packages of the operating system contain. A language's package in one of them is not the registry's:
 * distributions repair old versions.
 */
export function ownedFiles(
  files: ReadonlyMap<string, KeptFile>,
  { candidates, builtByOthers }: Question,
): Set<string> {
  const owned = new Set<string>()
  if (candidates.size === 0) return owned
  const names = new Set([...candidates].map(nameOf))
  const add = (path: string) => {
    // Lists may name /lib, which is a link to /usr/lib.
    const real = /^(?:lib|bin|sbin)\//.test(path) ? [path, `usr/${path}`] : [path]
    for (const each of real) if (candidates.has(each)) owned.add(each)
  }
  for (const { path, bytes } of files.values()) {
    const list = dpkgList.exec(path) ?? distrolessSums.exec(path)
    if (list && !builtByOthers.has(packageOfList(path))) addLines(textOfFile(bytes), list[1] ?? '', add)
    const apk = apkDatabase.exec(path)
    if (apk) addApk(textOfFile(bytes), apk[1] ?? '', add)
    const rpm = rpmDatabase.exec(path)
    const log = () => files.get(`${path}-wal`)?.bytes ?? null
    for (const header of rpm ? readHeaders(rpm[2]!, bytes, log).headers : [])
      if (!builtByOthers.has(String(readRpmHeader(header)?.get(tags.name) ?? '')))
        for (const file of filesOfHeader(header, (name) => names.has(name))) add((rpm?.[1] ?? '') + file)
  }
  return owned
}

/** 'nodejs' of 'var/lib/dpkg/info/nodejs:amd64.list' */
const packageOfList = (path: string): string => /([^/:]+)(?::[^/]*)?\.(?:list|md5sums)$/.exec(path)?.[1] ?? ''

function addLines(text: string, root: string, add: (path: string) => void): void {
  for (const line of text.split('\n')) add(root + line.replace(/^(?:[\da-f]{32} +)?\/*/, ''))
}

/** Folders and the files below each. */
function addApk(text: string, root: string, add: (path: string) => void): void {
  let folder = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('F:')) folder = line.slice(2)
    if (line.startsWith('R:')) add(`${root}${folder}/${line.slice(2)}`)
  }
}
