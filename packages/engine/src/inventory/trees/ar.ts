import { ArchiveFault } from './archive-fault.ts'
import type { ByteSource } from './byte-source.ts'

// https://manpages.debian.org/stable/dpkg-dev/deb.5.en.html: a line, then members, each behind a header of 60 bytes.

export const arMagic = '!<arch>\n'
const headerBytes = 60
const maxMembers = 100

export interface ArMember {
  name: string
  start: number
  size: number
}

const latin1 = new TextDecoder('latin1')

/** Throws ArchiveFault. */
export async function readAr(source: ByteSource): Promise<ArMember[]> {
  const members: ArMember[] = []
  for (let at = arMagic.length; at + headerBytes <= source.size && members.length < maxMembers;) {
    const header = latin1.decode(await source.read(at, at + headerBytes))
    const size = Number(header.slice(48, 58).trim())
    if (!header.endsWith('`\n') || !Number.isSafeInteger(size) || size < 0)
      throw new ArchiveFault(
        'archive-broken',
        'The archive is broken: it contains something that is not an entry.',
      )
    const start = at + headerBytes
    members.push({ name: header.slice(0, 16).trim().replace(/\/$/, ''), start, size })
    at = start + size + (size % 2)
  }
  return members
}
