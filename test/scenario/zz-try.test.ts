import { test } from 'vitest'
import { readScenario } from '../../src/scenario/read.ts'
import { complaintText } from '../../src/scenario/complaint.ts'
test('x', async () => {
  const r = await readScenario(`name: x
descriptoin: foo
extends: default
rules:
  - name: a
    when:
      opeartion: purchase
      amount: { mn: 5 }
      pan: 4000000000000051
      cvv: [911]
      operation: [purchse, void]
    times: 0
    outcome:
      response_code: 05
      status: aproved
      delay: 2 banking days
      resolves: { after: soonish, status: declined }
  - name: b
    when: { method: card, bsb: 032-05?, cvv: "1234567", pan: "4xx*" }
    outcome: { fault: { at: before, http: 302 } }
  - name: b
    when: { operation: purchase, cvv: "1234567", pan: "4xx*", bsb: 032-05?, amount: {min: 5, max: 2}, kvp: {a: 5} }
    outcome: { response_code: from-ammount, fault: { at: befor, http: 502 } }
  - name: c
    when: { operation: void, cvv: "1234567", pan: "4xx*", bsb: 032-05?, amount: {min: 5, max: 2} }
    outcome: { response_code: from-amount, fault: { at: before, http: 502, hang: true } }
  - outcome:
      resolves: 5
      hang: true
  - name: q
`, 'x.yaml')
  for (const c of [...r.errors, ...r.warnings]) console.log(complaintText(c))
})
