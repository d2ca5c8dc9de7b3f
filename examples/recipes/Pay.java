import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

public class Pay {
    static final String API = System.getenv().getOrDefault("SANDGATE_API", "http://127.0.0.1:7263/v1");
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    // A pending card is looked up like an unknown payment, until the bank has decided.
    // A direct debit is pending for days: add "pending" for it, and look it up later.
    static final List<String> KNOWN = List.of("approved", "declined", "error", "voided", "reversed");
    // The JDK has no JSON parser. With a library, read status.transaction_status_code.
    static final Pattern STATUS = Pattern.compile("\"transaction_status_code\":\"(\\w+)\"");
    // 09, 68 and 94: the bank asks you to look the payment up.
    static final Pattern UNSURE = Pattern.compile("\"response_code\":\"(09|68|94)\"");

    /** The outcome is not known. Search for this id later, and do not pay again until then. */
    static class Unresolved extends RuntimeException {
        Unresolved(String id) { super(id); }
    }

    /** Status 0: there was no response. The body has no white space, and is empty if it was cut off or is not JSON. */
    record Response(int status, long retryAfter, String body) {
        Optional<String> knownStatus() {
            var found = STATUS.matcher(body);
            return found.find() ? Optional.of(found.group(1).toLowerCase()).filter(KNOWN::contains) : Optional.empty();
        }

        /** A 4xx with the gateway's errors means that nothing was processed, except 408, 409 and 429. */
        boolean isRefused() {
            return status >= 400 && status < 500 && !List.of(408, 409, 429).contains(status) && body.contains("\"errors\":[");
        }
    }

    static Response call(HttpRequest.Builder request) throws InterruptedException {
        try {
            var response = HTTP.send(request.timeout(Duration.ofSeconds(5)).build(), HttpResponse.BodyHandlers.ofString());
            var retryAfter = response.headers().firstValue("Retry-After").filter(text -> text.matches("\\d{1,9}")).map(Long::valueOf).orElse(0L);
            var body = response.body().replaceAll("\\s", "");
            return new Response(response.statusCode(), retryAfter, body.endsWith("}") ? body : "");
        } catch (IOException noResponse) {
            return new Response(0, 0, "");
        }
    }

    /** Finds the transaction with this id; empty if the request was not processed. */
    static Optional<String> search(String id, long retryAfter) throws InterruptedException {
        var uri = URI.create(API + "/transactions?merchant_id=1&correlation_id_lookup=" + id);
        var wait = retryAfter;
        for (int seconds = 1; seconds <= 8; seconds++) {
            Thread.sleep(1000 * Math.max(seconds, wait));
            var response = call(HttpRequest.newBuilder(uri));
            if (response.status == 200 && response.body.contains("\"results\":[]")) return Optional.empty();
            if (response.status == 200 && response.knownStatus().isPresent()) return response.knownStatus();
            wait = response.retryAfter;
        }
        throw new Unresolved(id);
    }

    /** The file that stores the order's correlation id until the outcome is known. It survives a crash. In your shop, use a column of the order table. */
    static Path fileOf(String reference) {
        var folder = System.getenv().getOrDefault("SANDGATE_SCRATCH", ".");
        return Path.of(folder, URLEncoder.encode(reference, StandardCharsets.UTF_8) + ".id");
    }

    static String outcomeOf(String reference, int cents) throws InterruptedException, IOException {
        var file = fileOf(reference);
        var kept = Files.exists(file) ? Files.readString(file) : "";
        var id = kept.isEmpty() ? UUID.randomUUID().toString() : kept;
        if (kept.isEmpty()) Files.writeString(file, id);
        else {
            var paid = search(id, 0);
            if (paid.isPresent()) return paid.get();
            // After 24 hours the gateway forgets the id, so an empty search proves nothing.
            if (System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis() > 86_400_000) throw new Unresolved(id);
        }
        var body = """
            {"merchant":{"id":1},"transaction":{"reference":"%s",
             "amount_details":{"total_amount":"%d","currency":"AUD"},
             "payment_method":{"creditcard":{"pan":"4111111111111111","expiry_date":"1230","cvv":"123"}}}}"""
            .formatted(reference, cents);
        for (int attempt = 1; attempt <= 3; attempt++) {
            var response = call(HttpRequest.newBuilder(URI.create(API + "/transactions/purchase"))
                .header("Content-Type", "application/json").header("X-Correlation-Id", id)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
            var isUnsure = UNSURE.matcher(response.body).find();
            if (response.status == 200 && response.knownStatus().isPresent() && !isUnsure) return response.knownStatus().get();
            if (response.isRefused()) {
                Files.delete(file);
                throw new IllegalStateException(response.body);
            }
            var found = search(id, response.retryAfter);
            if (found.isPresent()) return found.get();
        }
        throw new IllegalStateException("Not paid: the gateway does not process payments at the moment");
    }

    /** In your shop, store the outcome and delete the id in one transaction: a crash in between would pay again. */
    public static String pay(String reference, int cents) throws InterruptedException, IOException {
        var paid = outcomeOf(reference, cents);
        Files.delete(fileOf(reference));
        return paid;
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        System.out.println(pay(args.length > 0 ? args[0] : "Order 1001", 4995));
    }
}
