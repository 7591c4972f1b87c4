import { _adapters } from 'chart.js'
import { formatDateTime } from '../../language/format.ts'
import { addUnits, startOfUnit, unitsBetween } from './calendar.ts'

// Charts format their ticks and titles themselves, so formats are unused.
const clocks = { millisecond: '', second: '', minute: '', hour: '' }
const formats = { ...clocks, datetime: '', day: '', week: '', month: '', quarter: '', year: '' }
const monday = 1

/** Date adapter of the time axis; timestamps in ms. */
export function registerDateAdapter(): void {
  _adapters._date.override({
    formats: () => formats,
    parse: (value) => (typeof value === 'number' ? value : null),
    format: formatDateTime,
    add: addUnits,
    diff: unitsBetween,
    startOf: (epochMs, unit, weekday) =>
      unit === 'isoWeek'
        ? startOfUnit(epochMs, 'week', typeof weekday === 'number' ? weekday : monday)
        : startOfUnit(epochMs, unit),
    endOf: (epochMs, unit) => addUnits(startOfUnit(epochMs, unit), 1, unit) - 1,
  })
}
