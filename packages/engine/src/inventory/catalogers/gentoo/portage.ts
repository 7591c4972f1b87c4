import { formatPurl } from '../../../purl.ts'
import type { FolderCataloger } from '../../model/cataloger.ts'

const pattern = /(?:^|\/)var\/db\/pkg\/([a-z\d][\w+.-]*)\/([A-Za-z\d][\w+.-]*?)-(\d[\w.]*(?:-r\d+)?)$/s

/** Gentoo's database: a folder for each package. No advisories in OSV's format are published for them. */
export const portage: FolderCataloger = {
  id: 'portage',
  read(path) {
    const [, category, name, version] = pattern.exec(path) ?? []
    if (name === undefined || version === undefined) return null
    const purl = formatPurl({
      type: 'ebuild',
      namespace: category!,
      name,
      version,
      qualifiers: {},
      subpath: null,
    })
    return { purl, sureness: 'installed', places: [{ path }] }
  },
}
