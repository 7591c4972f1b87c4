import { expect, test } from 'vitest'
import { actOn, inTreeOrder, pathOf, withAllBelow } from './tree-model.ts'

const group = (uuid: string, parentUuid: string | null = null) => ({ uuid, parentUuid, name: uuid })
const groups = [
  group('shop'),
  group('bank'),
  group('web', 'shop'),
  group('api', 'shop'),
  group('cart', 'web'),
]
const shown = (isOpen?: (uuid: string) => boolean) =>
  inTreeOrder(groups, isOpen).map(({ group: { uuid }, level, position, siblings, hasChildren }) =>
    [uuid, level, `${position}/${siblings}`, hasChildren ? '+' : ''].join(' ').trim(),
  )

test('groups are listed depth first and by name, with what a screen reader says of a row', () => {
  expect(shown()).toEqual(['bank 1 1/2', 'shop 1 2/2 +', 'api 2 1/2', 'web 2 2/2 +', 'cart 3 1/1'])
})

test('below a closed group nothing is listed', () => {
  expect(shown((uuid) => uuid === 'shop')).toEqual(['bank 1 1/2', 'shop 1 2/2 +', 'api 2 1/2', 'web 2 2/2 +'])
})

test('a group whose parent is not visible is at the top', () => {
  expect(inTreeOrder([group('cart', 'web')]).map(({ level }) => level)).toEqual([1])
})

test('the path of a group, and where it cannot be moved', () => {
  expect(pathOf(groups, 'cart').map(({ uuid }) => uuid)).toEqual(['shop', 'web', 'cart'])
  expect(withAllBelow(groups, 'web')).toEqual(new Set(['web', 'cart']))
})

test.each([
  ['ArrowDown', 'bank', { focus: 1 }],
  ['ArrowDown', 'web', { focus: 3 }],
  ['ArrowUp', 'bank', { focus: 0 }],
  ['Home', 'web', { focus: 0 }],
  ['End', 'bank', { focus: 3 }],
  ['ArrowRight', 'shop', { focus: 2 }],
  ['ArrowRight', 'web', { open: 'web' }],
  ['ArrowRight', 'api', null],
  ['ArrowLeft', 'shop', { close: 'shop' }],
  ['ArrowLeft', 'api', { focus: 1 }],
  ['ArrowLeft', 'bank', null],
  ['a', 'bank', null],
])('%s on %s: %o', (key, uuid, expected) => {
  const isOpen = (each: string) => each === 'shop'
  const rows = inTreeOrder(groups, isOpen)
  const at = rows.findIndex((row) => row.group.uuid === uuid)
  expect(actOn(key, { rows, at, isOpen })).toEqual(expected)
})
