import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Sandgate.class)
class CheckoutTest {
  static final String CARD = "{\"creditcard\":{\"pan\":\"4111111111111111\",\"expiry_date\":\"1230\",\"cvv\":\"123\"}}";
  static final String ACCOUNT = "{\"directdebit\":{\"bsb\":\"032-056\",\"account_number\":\"123456\",\"account_name\":\"J Citizen\"}}";

  @Test
  void aCardIsCharged(Sandgate.World sandbox) throws Exception {
    assertEquals("approved", statusIn(pay(sandbox, "order-1", CARD, newId())));
  }

  @Test
  void aLostResponseIsSearchedFor(Sandgate.World sandbox) throws Exception {
    sandbox.load("lost-responses");
    assertEquals("approved", statusIn(pay(sandbox, "order-2", CARD, newId())));
  }

  @Test
  void aDirectDebitThatComesBackIsNoticed(Sandgate.World sandbox) throws Exception {
    String paid = pay(sandbox, "order-3", ACCOUNT, newId());
    assertEquals("pending", statusIn(paid));
    // On a weekend, it is lodged on the next banking day, and returned two days later.
    sandbox.advance("4 banking days");
    String audit = paid.replaceAll(".*?\"audit\":(\\d+).*", "$1");
    assertEquals("declined", statusIn(ask(sandbox.api() + "/transactions/" + audit)));
  }

  /**
   * Your own code goes here; this one pays once, whatever happens to the responses. Keep the id with
   * the order before you send it: it is sent again with the same one.
   */
  static String pay(Sandgate.World sandbox, String reference, String method, String id) throws Exception {
    for (int attempt = 1; attempt <= 3; attempt++) {
      Response response = purchase(sandbox, reference, method, id);
      if (response.status() == 200 && isKnown(response.body())) return response.body();
      // 4xx with the gateway's own errors: not processed. 408, 409 and 429 do not say that.
      boolean mayBeProcessed = List.of(408, 409, 429).contains(response.status());
      if (response.status() / 100 == 4 && !mayBeProcessed && response.body().contains("\"errors\"")) {
        throw new IOException("refused: " + response.body());
      }
      Thread.sleep(1000);
      String found = ask(sandbox.api() + "/transactions?merchant_id=1&correlation_id_lookup=" + id);
      if (!found.contains("\"results\":[]")) return found;
    }
    throw new IOException(reference + ": the gateway takes no payments at the moment");
  }

  static Response purchase(Sandgate.World sandbox, String reference, String method, String id) throws Exception {
    String amount = "{\"total_amount\":\"1995\",\"currency\":\"AUD\"}";
    String body = "{\"merchant\":{\"id\":1},\"transaction\":{\"reference\":\"" + reference
        + "\",\"amount_details\":" + amount + ",\"payment_method\":" + method + "}}";
    return send(HttpRequest.newBuilder(URI.create(sandbox.api() + "/transactions/purchase"))
        .header("Content-Type", "application/json")
        .header("X-Correlation-Id", id)
        .POST(BodyPublishers.ofString(body)));
  }

  static String newId() {
    return UUID.randomUUID().toString();
  }

  /** What a lookup or a search finds, once it has a response and is decided. Only a search that worked can be empty. */
  private static String ask(String url) throws Exception {
    for (int asked = 1; asked <= 8; asked++) {
      Response response = send(HttpRequest.newBuilder(URI.create(url)));
      boolean isEmpty = response.body().contains("\"results\":[]");
      if (response.status() == 200 && (isEmpty || isKnown(response.body()))) return response.body();
      Thread.sleep(1000);
    }
    throw new IOException("Not known yet: ask again later, and do not pay again before");
  }

  /** The status is 0 without a whole response. */
  record Response(int status, String body) {}

  private static Response send(HttpRequest.Builder request) throws InterruptedException {
    try {
      var response = HttpClient.newHttpClient().send(request.timeout(Duration.ofSeconds(3)).build(), BodyHandlers.ofString());
      return new Response(response.statusCode(), response.body());
    } catch (IOException noResponse) {
      return new Response(0, "");
    }
  }

  /** Pending is not final, but the gateway has the payment. */
  private static boolean isKnown(String json) {
    return List.of("approved", "declined", "error", "pending", "voided", "reversed").contains(statusIn(json));
  }

  private static String statusIn(String json) {
    return json.replaceAll("(?s).*?\"transaction_status_code\":\"(\\w+)\".*", "$1");
  }
}
