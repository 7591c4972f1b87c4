import { describe, expect, it } from 'vitest'
import { childOf, childrenOf, childText, readXml } from './xml-document.ts'

const read = (text: string) => readXml({ path: 'a.xml', bytes: new TextEncoder().encode(text) })

describe('readXml', () => {
  it('removes namespace prefixes and keeps text and line numbers', () => {
    const { root } = read(
      '\uFEFF<?xml version="1.0"?>\n<p:a xmlns:p="urn:x" p:n="1">\n <b> x &amp; <![CDATA[<y>]]> </b><b/></p:a>',
    )
    expect(root).toMatchObject({ name: 'a', line: 2 })
    expect(root?.attributes.get('n')).toBe('1')
    expect(childText(root, 'b')).toBe('x & <y>')
    expect(childrenOf(root, 'b')).toHaveLength(2)
    expect(childOf(root, 'b')?.line).toBe(3)
    expect(childOf(root, 'c')).toBeNull()
    expect(childText(null, 'c')).toBe('')
  })

  it.each([
    ['a custom entity', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['entities that multiply', '<!DOCTYPE a [<!ENTITY b "&#38;c;&#38;c;"><!ENTITY c "lol">]><a>&b;</a>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an external definition', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>'],
    ['an undeclared entity', '<a>&x;</a>'],
    ['an unclosed element', '<a><b></a>'],
    ['no element', '<?xml version="1.0"?>'],
    ['endless nesting', '<a>'.repeat(100_000)],
    ['a duplicate attribute', '<a b="1" b="2"/>'],
  ])('rejects %s', (_, text) => {
    expect(read(text)).toMatchObject({ root: null, issues: [{ code: 'xml-invalid', where: 'a.xml' }] })
  })
})
