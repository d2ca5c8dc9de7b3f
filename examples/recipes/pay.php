<?php
// A pending card is looked up like an unknown payment, until the bank has decided.
// A direct debit is pending for days: add 'pending' for it, and look it up later.
const KNOWN_STATUSES = ['approved', 'declined', 'error', 'voided', 'reversed'];

/** The outcome is not known. Search for this id later, and do not pay again until then. */
class Unresolved extends RuntimeException {}

/** Status (0: no response), seconds to wait, and body (empty: cut off, or not JSON). */
function call(string $path, ?array $body = null, array $headers = []): array {
    $api = getenv('SANDGATE_API') ?: 'http://127.0.0.1:7263/v1';
    $options = ['header' => $headers, 'timeout' => 5, 'ignore_errors' => true];
    if ($body !== null) $options += ['method' => 'POST', 'content' => json_encode($body)];
    $text = @file_get_contents($api . $path, false, stream_context_create(['http' => $options]));
    $lines = implode("\n", $http_response_header ?? []);
    $status = preg_match('~^HTTP/\S+ (\d+)~', $lines, $found) ? (int) $found[1] : 0;
    $wait = preg_match('~^Retry-After: (\d+)$~mi', $lines, $found) ? (int) $found[1] : 0;
    $response = json_decode((string) $text, true);
    return [$status, $wait, is_array($response) ? $response : []];
}

function status(array $transaction): string {
    return strtolower($transaction['status']['transaction_status_code'] ?? '');
}

/** A 4xx with the gateway's errors means that nothing was processed, except 408, 409 and 429. */
function isRefused(int $status, array $body): bool {
    return $status >= 400 && $status < 500 && !in_array($status, [408, 409, 429]) && isset($body['errors']);
}

/** 09, 68 and 94: the bank asks you to look the payment up. */
function isUnsure(array $transaction): bool {
    return in_array($transaction['status']['acquirer']['response_code'] ?? '', ['09', '68', '94'], true);
}

/** Finds the transaction with this id; null if the request was not processed. */
function search(string $id, int $wait): ?array {
    $query = http_build_query(['merchant_id' => 1, 'correlation_id_lookup' => $id]);
    for ($seconds = 1; $seconds <= 8; $seconds++) {
        sleep(max($seconds, $wait));
        [$status, $wait, $body] = call("/transactions?$query");
        $results = $status === 200 ? $body['results'] ?? null : null;
        if ($results === []) return null;
        if ($results && in_array(status($results[0]), KNOWN_STATUSES)) return $results[0];
    }
    throw new Unresolved($id);
}

/** The file that stores the order's correlation id until the outcome is known. It survives a crash. In your shop, use a column of the order table. */
function fileOf(string $reference): string {
    return (getenv('SANDGATE_SCRATCH') ?: '.') . '/' . rawurlencode($reference) . '.id';
}

/** The id of the order, and its transaction if an earlier run paid. */
function begin(string $file): array {
    $kept = is_file($file) ? file_get_contents($file) : '';
    $id = $kept ?: bin2hex(random_bytes(16));
    if (!$kept) file_put_contents($file, $id) ?: throw new RuntimeException("Cannot write $file");
    $found = $kept ? search($id, 0) : null;
    // After 24 hours the gateway forgets the id, so an empty search proves nothing.
    if (!$found && time() - filemtime($file) > 86400) throw new Unresolved($id);
    return [$id, $found];
}

function outcomeOf(string $reference, int $cents): array {
    $transaction = [
        'reference' => $reference,
        'amount_details' => ['total_amount' => (string) $cents, 'currency' => 'AUD'],
        'payment_method' => ['creditcard' => ['pan' => '4111111111111111', 'expiry_date' => '1230', 'cvv' => '123']],
    ];
    [$id, $found] = begin(fileOf($reference));
    if ($found) return $found;
    for ($attempt = 1; $attempt <= 3; $attempt++) {
        $headers = ['Content-Type: application/json', "X-Correlation-Id: $id"];
        $sent = ['merchant' => ['id' => 1], 'transaction' => $transaction];
        [$status, $wait, $body] = call('/transactions/purchase', $sent, $headers);
        $isKnown = $status === 200 && in_array(status($body), KNOWN_STATUSES);
        if ($isKnown && !isUnsure($body)) return $body;
        if (isRefused($status, $body)) {
            unlink(fileOf($reference));
            throw new RuntimeException(json_encode($body['errors']));
        }
        $found = search($id, $wait);
        if ($found !== null) return $found;
    }
    throw new RuntimeException('Not paid: the gateway does not process payments at the moment');
}

/** In your shop, store the outcome and delete the id in one transaction: a crash in between would pay again. */
function pay(string $reference, int $cents): array {
    $paid = outcomeOf($reference, $cents);
    unlink(fileOf($reference));
    return $paid;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $paid = pay($argv[1] ?? 'Order 1001', 4995);
    echo $paid['audit'], ' ', status($paid), PHP_EOL;
}
