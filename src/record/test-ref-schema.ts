import * as z from 'zod'

// By itself: what names a test needs no zod, in an HTML report least of all.
export const testRefSchema = z
  .object({
    world: z.string().describe('The world that it ran in.'),
    number: z.int().describe('Which test of its world it is, counted from 1.'),
    label: z.string().nullable().describe('The name that it was given; null if it has none.'),
    run: z.string().exactOptional().describe('The file of its run; only in a merged report.'),
  })
  .meta({ id: 'TestRef', description: 'One test of a run.' })
