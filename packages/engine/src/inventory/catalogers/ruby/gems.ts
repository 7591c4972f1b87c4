import type { Cataloger } from '../../model/cataloger.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

const pattern = /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/s

/** Installed gems. Their specifications are programs, which RubyGems writes in one form; the stub line is the safest part. */
export const gems: Cataloger = {
  id: 'gems',
  claims: (path) => pattern.test(path),
  read({ path, bytes }) {
    const text = textOfFile(bytes)
    const [, stubName, stubVersion] = /^# stub: (\S+) (\S+) \S+ /m.exec(text) ?? []
    const licenses = /\.licenses = \[([^\]]*)\]/.exec(text)?.[1] ?? ''
    const found = installedPackage({
      purl: {
        type: 'gem',
        namespace: null,
        name: stubName ?? assigned(text, 'name'),
        version: stubVersion ?? assigned(text, 'version'),
      },
      path,
      licenses: [...licenses.matchAll(/"([^"]+)"/g)].map(([, license]) => license!),
    })
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** 's.name = "a".freeze', 's.version = Gem::Version.new("1")' */
const assigned = (text: string, member: string): string =>
  new RegExp(String.raw`^\s*\w+\.${member}\s*=\s*(?:Gem::Version\.new\()?["']([^"']+)["']`, 'm').exec(
    text,
  )?.[1] ?? ''
