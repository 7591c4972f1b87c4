import { expect, it } from 'vitest'
import { listTags, readTagPage } from './tag-list.ts'

it('reads all pages', async () => {
  const asked: string[] = []
  const pages = [
    readTagPage('{"name":"app","tags":["1.0","1.1"]}', '</v2/app/tags/list?n=2&last=1.1>; rel="next"'),
    readTagPage('{"tags":["1.2"]}', ''),
  ]
  const read = (path: string) => {
    asked.push(path)
    return Promise.resolve(pages.shift() ?? null)
  }
  expect(await listTags(read)).toEqual(['1.0', '1.1', '1.2'])
  expect(asked).toEqual(['tags/list?n=1000', 'tags/list?n=1000&last=1.1'])
})

it('ends with a registry that leads in circles', async () => {
  let count = 0
  const again = () => Promise.resolve({ tags: ['1'], next: String(count++ % 2) })
  expect(await listTags(again)).toHaveLength(20)
})

it.each(['', '{', '[]', '{"tags":null}', '{"tags":[1,{},"",null]}', `{"tags":["${'x'.repeat(200)}"]}`])(
  'finds no tags in %s',
  (text) => {
    expect(readTagPage(text, '<<>; rel=next')).toEqual({ tags: [], next: null })
  },
)
