import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { version } from '#platform/system/version.ts'
import { defineCounter, defineGauge } from './registry.ts'

const info = defineGauge({ name: 'assay_info', help: 'The version.', labels: ['version', 'node'] })
const lag = defineGauge({
  name: 'nodejs_eventloop_lag_seconds',
  help: 'Delay of the event loop since the last scrape.',
  labels: ['percentile'],
})
const used = defineGauge({
  name: 'nodejs_eventloop_utilization_ratio',
  help: 'Part of the time since the last scrape in which the event loop was busy.',
  labels: [],
})
const memory = defineGauge({ name: 'process_resident_memory_bytes', help: 'Resident memory.', labels: [] })
const heap = defineGauge({
  name: 'nodejs_heap_size_bytes',
  help: 'Heap of the main thread.',
  labels: ['state'],
})
const begun = defineGauge({
  name: 'process_start_time_seconds',
  help: 'Start of the process, in seconds since 1970.',
  labels: [],
})
const processor = defineCounter({
  name: 'process_cpu_seconds_total',
  help: 'Processor time, with that of threads.',
  labels: [],
})

const percentiles = [50, 90, 99]

/** Starts measuring; returns the function that takes the values for a scrape. */
export function watchProcess(): { read(): void; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let before = performance.eventLoopUtilization()
  let counted = 0
  info.set({ version, node: process.versions.node }, 1)
  begun.set({}, Math.round(performance.timeOrigin) / 1000)
  return {
    read() {
      for (const percentile of percentiles)
        lag.set({ percentile: `${percentile}` }, Math.max(0, delay.percentile(percentile) || 0) / 1e9)
      delay.reset()
      const now = performance.eventLoopUtilization()
      used.set({}, performance.eventLoopUtilization(now, before).utilization)
      before = now
      const { rss, heapTotal, heapUsed } = process.memoryUsage()
      memory.set({}, rss)
      heap.set({ state: 'total' }, heapTotal)
      heap.set({ state: 'used' }, heapUsed)
      const { user, system } = process.cpuUsage()
      const seconds = (user + system) / 1e6
      processor.increment({}, seconds - counted)
      counted = seconds
    },
    stop: () => delay.disable(),
  }
}
