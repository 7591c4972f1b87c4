import type { Component } from '../inventory.ts'

/** A package of npm that the project itself requires, except for what the test says of it. */
export const componentOf = (more: Partial<Component>): Component => ({
  ecosystem: 'npm',
  name: 'a',
  version: '1.0.0',
  purl: null,
  scope: 'runtime',
  isDirect: true,
  requiredBy: [],
  licenses: [],
  locations: [],
  ...more,
})
