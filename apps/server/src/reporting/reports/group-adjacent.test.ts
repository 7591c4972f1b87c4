import { expect, test } from 'vitest'
import { groupAdjacent } from './group-adjacent.ts'

async function* pagesOf(...pages: string[]) {
  for (const page of pages) yield page.split('')
}

const groups = async (pages: AsyncIterable<string[]>, reads: boolean) => {
  const found: string[] = []
  for await (const { first, pages: members } of groupAdjacent(pages, (row) => row.toLowerCase())) {
    let text = first
    if (reads) for await (const page of members) text += `,${page.join('')}`
    found.push(text)
  }
  return found
}

test('a group can span pages and is read page by page', async () => {
  expect(await groups(pagesOf('aaB', '', 'bbb', 'b', 'ca'), true)).toEqual([
    'a,aa',
    'B,B,bbb,b',
    'c,c',
    'a,a',
  ])
})

test('the unread rest of a group is skipped', async () => {
  expect(await groups(pagesOf('aaB', 'bbb', 'ca'), false)).toEqual(['a', 'B', 'c', 'a'])
})

test('no rows yield no groups', async () => expect(await groups(pagesOf('', ''), true)).toEqual([]))
