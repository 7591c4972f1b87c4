import { expect, test } from 'vitest'
import { osRelease, purlsIn } from '../../testing/find-in.ts'

test('has one folder per package', () => {
  const desc =
    '%NAME%\nlibarchive-tools\n\n%VERSION%\n1:3.7.2-1\n\n%BASE%\nlibarchive\n\n%ARCH%\nx86_64\n\n%LICENSE%\nBSD\n'
  const files = { ...osRelease('arch'), 'var/lib/pacman/local/libarchive-tools-1:3.7.2-1/desc': desc }
  expect(purlsIn(files)).toEqual(['pkg:alpm/arch/libarchive-tools@1:3.7.2-1?arch=x86_64&upstream=libarchive'])
})
