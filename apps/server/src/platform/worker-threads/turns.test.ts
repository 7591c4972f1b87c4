import { expect, test } from 'vitest'
import { type Lane, Turns } from './turns.ts'

const lane = (name: string, isBackground = false): Lane => ({ name, isBackground })

/** Acquires a turn and records the order. */
function recorder(turns: Turns) {
  const started: string[] = []
  const take = (of: Lane, name = of.name) => turns.take(of).then(() => void started.push(name))
  return { started, take }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a burst in one lane does not block another', async () => {
  const turns = new Turns({ size: 1, maxWaiting: 100 })
  const { started, take } = recorder(turns)
  const many = lane('many')
  const few = lane('few')
  for (let number = 0; number < 5; number++) void take(many, `many ${number}`)
  for (let number = 0; number < 2; number++) void take(few, `few ${number}`)
  for (const each of [many, many, few, many, few, many]) {
    await settled()
    turns.release(each)
  }
  await settled()
  expect(started).toEqual(['many 0', 'many 1', 'few 0', 'many 2', 'few 1', 'many 3', 'many 4'])
})

test('background work leaves turns free for interactive work', async () => {
  const turns = new Turns({ size: 3, reserved: 1, maxWaiting: 100 })
  const { started, take } = recorder(turns)
  const background = lane('background', true)
  for (let number = 0; number < 5; number++) void take(background)
  await settled()
  expect(started).toEqual(['background', 'background'])
  void take(lane('interactive'))
  await settled()
  expect(started).toHaveLength(3)
  turns.release(lane('interactive'))
  await settled()
  expect(started).toHaveLength(3)
  turns.release(background)
  await settled()
  expect(started.at(-1)).toBe('background')
})

test('without background work, interactive work uses all turns', async () => {
  const turns = new Turns({ size: 3, reserved: 1, maxWaiting: 100 })
  const { started, take } = recorder(turns)
  for (let number = 0; number < 5; number++) void take(lane('interactive'))
  await settled()
  expect(started).toHaveLength(3)
})

test('within a lane, suited calls pass the first one, but only so many', async () => {
  const turns = new Turns({ size: 1, maxWaiting: 100 })
  const started: string[] = []
  const of = lane('scans')
  const take = (name: string, isSuited: boolean) =>
    turns.take(of, () => isSuited).then(() => void started.push(name))
  void take('running', true)
  void take('unsuited', false)
  for (let number = 0; number < 30; number++) void take(`suited ${number}`, true)
  for (let count = 0; count < 25; count++) {
    await settled()
    turns.release(of)
  }
  await settled()
  expect(started.slice(0, 3)).toEqual(['running', 'suited 0', 'suited 1'])
  expect(started.indexOf('unsuited')).toBe(21)
  expect(started.slice(22, 24)).toEqual(['suited 20', 'suited 21'])
})

test('without suited calls, the first one is served', async () => {
  const turns = new Turns({ size: 1, maxWaiting: 100 })
  const { started } = recorder(turns)
  const of = lane('scans')
  for (const name of ['running', 'first', 'second'])
    void turns.take(of, () => false).then(() => started.push(name))
  await settled()
  turns.release(of)
  await settled()
  expect(started).toEqual(['running', 'first'])
})
